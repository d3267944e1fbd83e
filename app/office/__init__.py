"""Small business applications: to-do, calendar, mail, chat, invoices, shop and profile."""
