"""The processes of an installation: web server, render workers and job runner, and who watches over them."""
