"""The words of our mails in the languages of the interface."""

from typing import NamedTuple

LANGUAGES = ("en", "hi", "ar")


class MailText(NamedTuple):
    """Subject and text of one mail; names in braces are filled in."""

    subject: str
    text: str


RESET = {
    "en": MailText(
        "Reset your Parley password",
        "Hello {name},\n\nSomeone asked to reset the password of your Parley account. "
        "To choose a new password, open this link within 30 minutes:\n\n{link}\n\n"
        "The link works once. If you did not ask for it, ignore this mail: your password stays as it is.\n",
    ),
    "hi": MailText(
        "अपना Parley पासवर्ड रीसेट करें",
        "नमस्ते {name},\n\nआपके Parley खाते का पासवर्ड रीसेट करने का अनुरोध किया गया है। "
        "नया पासवर्ड चुनने के लिए 30 मिनट के भीतर यह लिंक खोलें:\n\n{link}\n\n"
        "लिंक एक बार काम करता है। अगर आपने अनुरोध नहीं किया, तो इस मेल को अनदेखा करें: आपका पासवर्ड वही रहेगा।\n",
    ),
    "ar": MailText(
        "إعادة تعيين كلمة مرور Parley",
        "مرحبًا {name}،\n\nطُلبت إعادة تعيين كلمة مرور حسابك في Parley. "
        "لاختيار كلمة مرور جديدة افتح هذا الرابط خلال 30 دقيقة:\n\n{link}\n\n"
        "يعمل الرابط مرة واحدة. إذا لم تطلب ذلك فتجاهل هذه الرسالة، وستبقى كلمة مرورك كما هي.\n",
    ),
}
INVITATION = {
    "en": MailText(
        "Join {workspace} on Parley",
        "Hello {name},\n\n{by} invited you to {workspace} on Parley. "
        "To choose your password and join, open this link within 7 days:\n\n{link}\n\n"
        "The link works once. If you did not expect this invitation, ignore this mail.\n",
    ),
    "hi": MailText(
        "Parley पर {workspace} से जुड़ें",
        "नमस्ते {name},\n\n{by} ने आपको Parley पर {workspace} में आमंत्रित किया है। "
        "अपना पासवर्ड चुनने और जुड़ने के लिए 7 दिनों के भीतर यह लिंक खोलें:\n\n{link}\n\n"
        "लिंक एक बार काम करता है। अगर आपको इस आमंत्रण की अपेक्षा नहीं थी, तो इस मेल को अनदेखा करें।\n",
    ),
    "ar": MailText(
        "انضم إلى {workspace} على Parley",
        "مرحبًا {name}،\n\nدعاك {by} إلى {workspace} على Parley. "
        "لاختيار كلمة مرورك والانضمام افتح هذا الرابط خلال 7 أيام:\n\n{link}\n\n"
        "يعمل الرابط مرة واحدة. إذا لم تكن تتوقع هذه الدعوة فتجاهل هذه الرسالة.\n",
    ),
}

SECOND_FACTOR = {
    "en": MailText(
        "Set up a second factor for {workspace}",
        "Hello {name},\n\nfrom {day} on, {workspace} asks everyone for a second factor when they sign in to Parley. "
        "You have none yet. Set it up here, it takes two minutes:\n\n{link}\n\n"
        "Without it, from that day on you can do nothing but set it up.\n",
    ),
    "hi": MailText(
        "{workspace} के लिए दूसरा कारक सेट करें",
        "नमस्ते {name},\n\n{day} से {workspace} Parley में साइन इन करते समय सभी से दूसरा कारक माँगेगा। "
        "आपने इसे अभी सेट नहीं किया है। यहाँ सेट करें, इसमें दो मिनट लगते हैं:\n\n{link}\n\n"
        "इसके बिना उस दिन से आप इसे सेट करने के अलावा कुछ नहीं कर पाएँगे।\n",
    ),
    "ar": MailText(
        "أعِدّ العامل الثاني لـ {workspace}",
        "مرحبًا {name}،\n\nابتداءً من {day} يطلب {workspace} من الجميع عاملًا ثانيًا عند تسجيل الدخول إلى Parley. "
        "لم تُعِدّه بعد. أعِدّه هنا، ولا يستغرق ذلك سوى دقيقتين:\n\n{link}\n\n"
        "من دونه لن تتمكن ابتداءً من ذلك اليوم إلا من إعداده.\n",
    ),
}
SECOND_FACTOR_OFF = {
    "en": MailText(
        "Your second factor for {workspace} was turned off",
        "Hello {name},\n\n{by} turned off the second factor of your Parley account at {workspace} and signed you out "
        "everywhere. You sign in with your password alone now. Set up a new second factor here:\n\n{link}\n\n"
        "If you did not ask for this, change your password and ask {by} why.\n",
    ),
    "hi": MailText(
        "{workspace} के लिए आपका दूसरा कारक बंद किया गया",
        "नमस्ते {name},\n\n{by} ने {workspace} में आपके Parley खाते का दूसरा कारक बंद किया और आपको हर जगह से साइन आउट किया। "
        "अब आप केवल अपने पासवर्ड से साइन इन करते हैं। नया दूसरा कारक यहाँ सेट करें:\n\n{link}\n\n"
        "अगर आपने यह नहीं माँगा था, तो अपना पासवर्ड बदलें और {by} से कारण पूछें।\n",
    ),
    "ar": MailText(
        "أُوقف عاملك الثاني لـ {workspace}",
        "مرحبًا {name}،\n\nأوقف {by} العامل الثاني لحسابك على Parley في {workspace} وسجّل خروجك من كل مكان. "
        "تسجّل الدخول الآن بكلمة مرورك وحدها. أعِدّ عاملًا ثانيًا جديدًا هنا:\n\n{link}\n\n"
        "إذا لم تطلب ذلك فغيّر كلمة مرورك واسأل {by} عن السبب.\n",
    ),
}

CONFIRM_ADDRESS = {
    "en": MailText(
        "Confirm your new email address for Parley",
        "Hello {name},\n\nThis is to become the email address of your Parley account at {workspace}. "
        "To confirm it, open this link within 24 hours and sign in as before:\n\n{link}\n\n"
        "Until then your former address stays in use. If you did not ask for this, ignore this mail.\n",
    ),
    "hi": MailText(
        "Parley के लिए अपना नया ईमेल पता पुष्ट करें",
        "नमस्ते {name},\n\nयह {workspace} में आपके Parley खाते का ईमेल पता बनने वाला है। "
        "इसे पुष्ट करने के लिए 24 घंटे के भीतर यह लिंक खोलें और पहले की तरह साइन इन करें:\n\n{link}\n\n"
        "तब तक आपका पुराना पता काम करता रहेगा। अगर आपने यह नहीं माँगा था, तो इस मेल को अनदेखा करें।\n",
    ),
    "ar": MailText(
        "أكّد عنوان بريدك الإلكتروني الجديد في Parley",
        "مرحبًا {name}،\n\nسيصبح هذا عنوان البريد الإلكتروني لحسابك على Parley في {workspace}. "
        "لتأكيده افتح هذا الرابط خلال 24 ساعة وسجّل الدخول كالمعتاد:\n\n{link}\n\n"
        "حتى ذلك الحين يبقى عنوانك السابق مستخدمًا. إذا لم تطلب ذلك فتجاهل هذه الرسالة.\n",
    ),
}
ADDRESS_CHANGED = {
    "en": MailText(
        "The email address of your Parley account was changed",
        "Hello {name},\n\nThe email address of your Parley account at {workspace} was changed: this is no longer it. "
        "If that was agreed, there is nothing to do.\n\n"
        "If it was not, write to an administrator of {workspace} at once.\n",
    ),
    "hi": MailText(
        "आपके Parley खाते का ईमेल पता बदला गया",
        "नमस्ते {name},\n\n{workspace} में आपके Parley खाते का ईमेल पता बदला गया: अब यह पता उसका नहीं है। "
        "अगर यह आपकी सहमति से हुआ, तो कुछ करने की ज़रूरत नहीं।\n\n"
        "अगर नहीं, तो तुरंत {workspace} के किसी प्रशासक को लिखें।\n",
    ),
    "ar": MailText(
        "غُيّر عنوان البريد الإلكتروني لحسابك على Parley",
        "مرحبًا {name}،\n\nغُيّر عنوان البريد الإلكتروني لحسابك على Parley في {workspace}، ولم يعد هذا عنوانه. "
        "إن كان ذلك باتفاق فلا حاجة إلى أي إجراء.\n\n"
        "وإلا فراسل أحد مديري {workspace} فورًا.\n",
    ),
}


def compose(kind: dict[str, MailText], locale: str | None, **values: str) -> MailText:
    """A mail's words in a person's language, with what belongs between them."""
    words = kind[locale if locale in kind else "en"]
    return MailText(words.subject.format(**values), words.text.format(**values))
