"""What is found in the demonstration's documents, in English and Hindi, and what is not answered."""

import pytest

from app.bots.documents.blocks import kind_of, read_blocks
from app.bots.documents.library import THRESHOLD, Library, StoredPassage, shelf_of
from app.bots.documents.passages import cut
from app.bots.understanding.client import Inside, Understanding
from tests.factories.documents import SAMPLES

QUESTIONS = {
    "how often should i change engine oil": "Replace the engine oil",
    "which oil grade for the 1.5 petrol": "0W-20",
    "what is the tyre pressure": "33 psi",
    "when do i rotate tyres": "Rotate the tyres",
    "how do i jump start the car": "jump start",
    "battery light stays on while driving": "in the shape of a battery",
    "which brake fluid do i need": "DOT 4",
    "how long do brake pads last": "30,000 and 50,000",
    "can i open the radiator cap when hot": "cap of the radiator",
    "bad smell from the ac": "damp smell",
    "where do i fit a child seat": "ISOFIX",
    "how big is the petrol tank": "42 litres",
    "when is the cng cylinder tested": "tested hydraulically",
    "my remote key battery is empty": "CR2032",
    "i lost my key": "lost key",
    "price of oil change for vela 1.5 petrol": "₹2,850",
    "cost of wheel alignment": "₹600",
    "when is the first free service": "1,000 km",
    "how much is the 40,000 km service": "₹9,900",
    "how much is a foam wash": "₹450",
    "can i pay by upi": "UPI",
    "can i get a copy of my invoice": "copy of an invoice",
    "how long is the standard warranty": "3 years or 100,000 km",
    "does a cng kit end the warranty": "CNG kit that is fitted",
    "are wiper blades covered by warranty": "wiper blades",
    "can i transfer the extended warranty to the next owner": "transferred",
    "is towing free": "towing up to 50 km",
    "until when can i buy extended warranty": "until the standard warranty ends",
}
HINDI = {
    "गाड़ी कितने बजे लेने आते हैं": "सुबह 9 बजे",
    "क्या रविवार को सुविधा मिलती है": "रविवार",
    "पिक अप का शुल्क कितना है": "₹300",
    "कौन से कागज़ देने होंगे": "पंजीकरण",
    "बुकिंग रद्द करने पर कितने पैसे लगेंगे": "₹150",
    "मानसून जाँच में क्या होता है": "वाइपर",
}
UNANSWERED = (
    "what is the capital of france", "do you sell boats", "who won the cricket match", "play some music",
    "book a hotel in goa for me", "आज मौसम कैसा है", "फिल्म कब लगेगी",
)  # fmt: skip


class Without:
    """An understanding that cannot embed."""

    def embed(self, texts: list[str], kind: str) -> None:
        """Say nothing."""


@pytest.fixture(scope="module", params=["meaning", "words"])
def library(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Library:
    """The passages of all samples, with vectors and by words alone."""
    understanding: Understanding = Inside(tmp_path_factory.mktemp("models"))
    rows = []
    for number, path in enumerate(sorted(SAMPLES.glob("*.*"))):
        data = path.read_bytes()
        for passage in cut(read_blocks(data, kind_of(data, path.name)).blocks):
            rows.append(StoredPassage(len(rows), number, path.stem, passage.page, passage.heading, passage.text, False))
    if request.param == "words":
        return Library(shelf_of([(row, "", None) for row in rows]), Without())  # type: ignore[arg-type]
    result = understanding.embed([f"{row.heading}\n{row.text}" for row in rows], "passage")
    assert result is not None
    engine, vectors = result
    return Library(
        shelf_of([(row, engine, vector.tobytes()) for row, vector in zip(rows, vectors, strict=True)]), understanding
    )  # fmt: skip


def recall(library: Library, questions: dict[str, str], most: int) -> float:
    """The share of questions of which one of the first passages holds the answer."""
    hits = [any(holds in hit.passage.text for hit in library.search(text, most)) for text, holds in questions.items()]
    return sum(hits) / len(hits)


def test_the_right_passage_is_among_the_first_five(library: Library) -> None:
    assert recall(library, QUESTIONS, 5) >= 0.95
    assert recall(library, HINDI, 5) == 1.0


def test_the_right_passage_is_mostly_the_first(library: Library) -> None:
    assert recall(library, QUESTIONS, 1) >= 0.8


def test_most_questions_are_answered_with_the_right_sentence(library: Library) -> None:
    answered = [(text, library.find(text)["answer"], holds) for text, holds in (QUESTIONS | HINDI).items()]
    right = [holds in answer["text"] for _, answer, holds in answered if answer]
    print(f"answered {len(right)} of {len(answered)}, right {sum(right)}")
    assert len(right) >= 0.6 * len(answered) and sum(right) >= 0.8 * len(right)


def test_what_documents_do_not_say_is_not_answered(library: Library) -> None:
    assert [text for text in UNANSWERED if library.find(text)["answer"] is not None] == []


def test_scores_fall_from_the_first_within_their_range(library: Library) -> None:
    for text in (*QUESTIONS, *HINDI, *UNANSWERED, "?", "  "):
        scores = [hit.score for hit in library.search(text)]
        assert all(0 < score <= 1 for score in scores) and scores == sorted(scores, reverse=True)
    assert 0 < THRESHOLD < 1


def test_nothing_is_found_where_there_is_nothing() -> None:
    assert Library(shelf_of([]), Without()).find("oil") == {  # type: ignore[arg-type]
        "answer": None, "hits": [], "threshold": THRESHOLD, "ms": 0,
    }  # fmt: skip
