"""What is said in the demonstration's dialogues, by bot, in English and Hindi.

A line is speaker, mark, English, Hindi. Users' marks are intents (`=` before one: a button, not free text);
bots' marks are `ask` (waits for required input), `enter` (the goal's first step, waits too), `goal` and `say`.
"""

Line = tuple[str, str, str, str]
Script = tuple[Line, ...]

BOOK: Script = (
    ("user", "service.book", "Hi, I want to book a service for my {model}",
     "नमस्ते, मुझे अपनी {model} की सर्विस बुक करनी है"),
    ("bot", "enter", "Happy to help. Which outlet and which day would suit you?",
     "ज़रूर। किस आउटलेट पर और किस दिन आना चाहेंगे?"),
    ("user", "service.book", "{outlet}, {day} morning if possible", "{outlet}, {day} सुबह हो सके तो"),
    ("bot", "ask", "{day} at 10:00 is free at {outlet}. Shall I book it?",
     "{outlet} पर {day} 10:00 बजे का समय खाली है। बुक कर दूँ?"),
    ("user", "=service.confirm", "Yes, book it", "हाँ, बुक कर दीजिए"),
    ("bot", "goal", "Done. Your service is booked for {day}, 10:00 at {outlet}. Please bring the service booklet.",
     "हो गया। {outlet} पर {day} 10:00 बजे आपकी सर्विस बुक है। सर्विस बुकलेट साथ लाइए।"),
    ("user", "smalltalk.thanks", "Thank you", "धन्यवाद"),
    ("bot", "say", "You are welcome. Drive safe!", "आपका स्वागत है। सुरक्षित चलाइए!"),
)  # fmt: skip
PICKUP: Script = (
    ("user", "service.pickup", "Can somebody pick up my {model} for service from home?",
     "क्या कोई मेरी {model} घर से सर्विस के लिए ले जा सकता है?"),
    ("bot", "enter", "Yes, pick-up is free within 10 km of {outlet}. Which registration number is it?",
     "हाँ, {outlet} से 10 किमी तक पिक-अप मुफ़्त है। गाड़ी का नंबर क्या है?"),
    ("user", "service.pickup", "It is {registration}, my number is {phone}", "{registration} है, मेरा नंबर {phone}"),
    ("bot", "ask", "Pick-up {day} between 9 and 10. Is that fine?", "{day} 9 से 10 के बीच पिक-अप। ठीक है?"),
    ("user", "=service.confirm", "Perfect", "ठीक है"),
    ("bot", "goal", "Booked. The driver calls you before coming.", "बुक हो गया। ड्राइवर आने से पहले फ़ोन करेगा।"),
)  # fmt: skip
STATUS: Script = (
    ("user", "service.status", "Is my {model} ready? Job card {card}", "मेरी {model} तैयार है क्या? जॉब कार्ड {card}"),
    ("bot", "say", "Washing is going on; it will be ready by 5 pm at {outlet}.",
     "धुलाई चल रही है; {outlet} पर शाम 5 बजे तक तैयार हो जाएगी।"),
    ("user", "service.bill", "How much will the bill be?", "बिल कितना होगा?"),
    ("bot", "say", "The estimate is Rs {amount}, taxes included.", "अनुमान {amount} रुपये है, टैक्स सहित।"),
)  # fmt: skip
COST: Script = (
    ("user", "service.cost", "What does the second free service include, and what do I pay?",
     "दूसरी फ्री सर्विस में क्या शामिल है और क्या देना होगा?"),
    ("bot", "say", "Labour is free; oil, filter and consumables come to about Rs {amount}.",
     "लेबर मुफ़्त है; तेल, फ़िल्टर और अन्य सामान लगभग {amount} रुपये।"),
    ("user", "service.hours", "And when are you open on Sunday?", "और रविवार को कब खुले हैं?"),
    ("bot", "say", "{outlet} is open on Sunday from 9 to 2.", "{outlet} रविवार को 9 से 2 बजे तक खुला है।"),
)  # fmt: skip
PRICE: Script = (
    ("user", "sales.price", "What is the on-road price of the {model}?", "{model} की ऑन-रोड कीमत क्या है?"),
    ("bot", "say", "The {model} starts at Rs {lakh} lakh on road. Petrol or diesel?",
     "{model} की ऑन-रोड कीमत {lakh} लाख से शुरू है। पेट्रोल या डीज़ल?"),
    ("user", "=sales.variant", "Petrol automatic", "पेट्रोल ऑटोमैटिक"),
    ("bot", "enter", "Shall one of our consultants call you with the best offer? Please share your number.",
     "क्या हमारे सलाहकार आपको अच्छे ऑफ़र के साथ फ़ोन करें? अपना नंबर दीजिए।"),
    ("user", "sales.callback", "Sure, {phone}", "हाँ, {phone}"),
    ("bot", "goal", "Thank you. You get a call within two hours.", "धन्यवाद। दो घंटे में फ़ोन आएगा।"),
)  # fmt: skip
EXCHANGE: Script = (
    ("user", "sales.exchange", "I want to exchange my 2019 {model}", "मुझे अपनी 2019 की {model} बदलनी है"),
    ("bot", "enter", "How many kilometres has it run?", "कितने किलोमीटर चली है?"),
    ("user", "sales.exchange", "About 42000 km", "लगभग 42000 किमी"),
    ("bot", "ask", "The range is Rs {lakh} to {lakh} lakh after inspection. Book a free inspection?",
     "जाँच के बाद लगभग {lakh} लाख। मुफ़्त जाँच बुक करें?"),
    ("user", "=sales.confirm", "Yes please", "हाँ"),
    ("bot", "goal", "Noted. The evaluator of {outlet} gets in touch today.", "{outlet} के मूल्यांकनकर्ता आज संपर्क करेंगे।"),
)  # fmt: skip
FINANCE: Script = (
    ("user", "sales.finance", "What would the EMI be for 5 years?", "5 साल की EMI कितनी होगी?"),
    ("bot", "say", "With 20 % down payment it is about Rs {amount} a month.",
     "20 % डाउन पेमेंट पर लगभग {amount} रुपये महीना।"),
    ("user", "sales.documents", "Which documents do you need?", "कौन से कागज़ चाहिए?"),
    ("bot", "say", "PAN, address proof and three months of bank statements.",
     "पैन, पते का प्रमाण और तीन महीने का बैंक स्टेटमेंट।"),
)  # fmt: skip
DRIVE: Script = (
    ("user", "testdrive.book", "I would like a test drive of the {model}", "मुझे {model} की टेस्ट ड्राइव चाहिए"),
    ("bot", "enter", "With pleasure. At home or at {outlet}?", "ज़रूर। घर पर या {outlet} पर?"),
    ("user", "=testdrive.place", "At the showroom", "शोरूम पर"),
    ("bot", "ask", "{day} at 11:30 or 16:00?", "{day} 11:30 या 16:00 बजे?"),
    ("user", "testdrive.book", "16:00 works", "16:00 बजे ठीक है"),
    ("bot", "goal", "Your test drive of the {model} is set for {day}, 16:00. Please carry your licence.",
     "{day} 16:00 बजे {model} की टेस्ट ड्राइव तय है। लाइसेंस साथ लाइए।"),
)  # fmt: skip
MOVE: Script = (
    ("user", "testdrive.move", "I have to move my test drive to {day}", "मुझे टेस्ट ड्राइव {day} को करनी है"),
    ("bot", "ask", "No problem. 11:30 or 16:00?", "कोई बात नहीं। 11:30 या 16:00?"),
    ("user", "=testdrive.slot", "11:30", "11:30"),
    ("bot", "say", "Moved to {day}, 11:30. See you at {outlet}.", "{day} 11:30 कर दिया। {outlet} पर मिलते हैं।"),
)  # fmt: skip
FEEDBACK: Script = (
    ("user", "=psf.begin", "Give feedback", "प्रतिक्रिया दें"),
    ("bot", "enter", "Your {model} was serviced at {outlet}. Was the work explained to you?",
     "आपकी {model} की सर्विस {outlet} पर हुई। क्या काम समझाया गया?"),
    ("user", "psf.answer", "Yes, the advisor explained everything", "हाँ, सलाहकार ने सब समझाया"),
    ("bot", "ask", "Was it ready at the promised time?", "क्या गाड़ी समय पर मिली?"),
    ("user", "psf.answer", "Yes it was on time", "हाँ, समय पर"),
    ("bot", "goal", "Thank you, that was all. Your answers reach the service manager.",
     "धन्यवाद, बस इतना ही। आपके उत्तर सर्विस मैनेजर तक पहुँचेंगे।"),
)  # fmt: skip
COMPLAINT: Script = (
    ("user", "psf.complaint", "There is still a noise from the front after service",
     "सर्विस के बाद भी आगे से आवाज़ आ रही है"),
    ("bot", "ask", "I am sorry about that. When do you hear it?", "क्षमा करें। आवाज़ कब आती है?"),
    ("user", "psf.complaint", "On bad roads, near the left wheel", "खराब सड़क पर, बाएँ पहिए के पास"),
    ("bot", "say", "I have opened complaint {card} with {outlet}; they call you within a day.",
     "{outlet} में शिकायत {card} दर्ज है; एक दिन में फ़ोन आएगा।"),
)  # fmt: skip
BY_BOT: dict[str, tuple[tuple[Script, int], ...]] = {
    "Service Desk": ((BOOK, 42), (STATUS, 26), (COST, 18), (PICKUP, 14)),
    "Service Sathi": ((BOOK, 46), (STATUS, 26), (COST, 16), (PICKUP, 12)),
    "Sales Guide": ((PRICE, 50), (EXCHANGE, 24), (FINANCE, 26)),
    "Test Drive Desk": ((DRIVE, 76), (MOVE, 24)),
    "Feedback Caller": ((FEEDBACK, 74), (COMPLAINT, 26)),
}
UNCLEAR = (
    ("do the thing from last time", "पिछली बार वाला काम कर दो"),
    ("my cousin said it is different there", "मेरे भाई ने कहा वहाँ अलग है"),
    ("and the other one also??", "और दूसरा भी??"),
    ("what about that light", "उस लाइट का क्या"),
    ("no not this", "नहीं ये नहीं"),
)
SORRY = ("Sorry, I did not get that. Could you say it in other words?", "क्षमा करें, समझ नहीं पाया। दूसरे शब्दों में कहेंगे?")
WANT_PERSON = ("I want to talk to a person", "मुझे किसी व्यक्ति से बात करनी है")
HANDING_OVER = ("I am connecting you to a colleague.", "मैं आपको सहकर्मी से जोड़ रहा हूँ।")
PERSON = ("Hello, this is the front desk of {outlet}. I have your case open, one moment.",
          "नमस्ते, मैं {outlet} से बोल रही हूँ। आपका मामला देख रही हूँ, एक क्षण।")  # fmt: skip
BROKEN = ("Something went wrong on our side. Please try again later.", "हमारी ओर से कुछ गड़बड़ हुई। बाद में प्रयास करें।")
RATE = ("How was this conversation, from 1 to 5?", "यह बातचीत कैसी रही, 1 से 5?")
MODELS = ("Vela", "Vela Sport", "Orion", "Orion EV", "Terra", "Terra XL")
DAYS = (("tomorrow", "कल"), ("Saturday", "शनिवार"), ("Monday", "सोमवार"), ("Thursday", "गुरुवार"), ("Friday", "शुक्रवार"))
NAMES = (
    "Aarav Joshi", "Ishita Rao", "Kabir Sheikh", "Nandini Pillai", "Rahul Verma", "Sneha Patil", "Imran Khan",
    "Divya Menon", "Amit Shah", "Priya Nair", "Varun Reddy", "Geeta Sharma", "Sameer Kulkarni", "Anjali Das",
    "Rohit Gowda", "Zoya Ansari", "Manoj Yadav", "Kiran Bhat", "Deepa Iyer", "Sandeep Gill", "Leela Fernandes",
)  # fmt: skip
