"""Signatures of calls: the vectors of the provider, with and without a port, of forms and of JSON."""

import pytest

from app.channels.messaging.adapters.contract import NotGenuine, RawRequest
from app.channels.messaging.adapters.voice import Voice

ADDRESS = "mycompany.com{port}/myapp.php?foo=1&bar=2"
FORM = b"CallSid=CA1234567890ABCDE&Digits=1234&From=%2B14158675309&To=%2B18005551212&Caller=%2B14158675309"
DIGEST = "0a1ff7634d9ab3b95db5c9a2dfe9416e41502b283a80c7cf19632632f96e6620"
JSON = b'{"property": "value", "boolean": true}'
KEYS = {"auth_token": "12345"}
FORM_TYPE = "application/x-www-form-urlencoded"


def request(url: str, signature: str, body: bytes = FORM, content_type: str = FORM_TYPE) -> RawRequest:
    return RawRequest("POST", {}, {"x-twilio-signature": signature, "content-type": content_type}, body, 0.0, url)


@pytest.mark.parametrize(
    ("url", "signature"),
    [("https://" + ADDRESS.format(port=""), "RSOYDt4T1cUTdK1PDd93/VVr8B8="),
     ("https://" + ADDRESS.format(port=":443"), "kvajT1Ptam85bY51eRf/AJRuM3w="),
     ("http://" + ADDRESS.format(port=":80"), "0ZXoZLH/DfblKGATFgpif+LLRf4="),
     ("http://" + ADDRESS.format(port=":1234"), "Zmvh+3yNM1Phv2jhDCwEM3q5ebU="),
     ("https://" + ADDRESS.format(port=":443"), "RSOYDt4T1cUTdK1PDd93/VVr8B8="),
     ("https://" + ADDRESS.format(port=""), "kvajT1Ptam85bY51eRf/AJRuM3w=")],
)  # fmt: skip
def test_a_form_is_signed_with_its_address_with_or_without_the_port(url: str, signature: str) -> None:
    Voice().check(request(url, signature), KEYS)
    for changed in (FORM.replace(b"1234&", b"1235&"), FORM + b"&More=1", b""):
        with pytest.raises(NotGenuine):
            Voice().check(request(url, signature, changed), KEYS)
    with pytest.raises(NotGenuine):
        Voice().check(request(url.replace("foo=1", "foo=2"), signature), KEYS)
    with pytest.raises(NotGenuine):
        Voice().check(request(url, signature), {"auth_token": "12346"})


def test_each_value_of_a_field_counts_once() -> None:
    body = b"Sid=CA123&SidAccount=AC123&Digits=5678&Digits=1234&Digits=1234"
    Voice().check(request("https://" + ADDRESS.format(port=""), "IK+Dwps556ElfBT0I3Rgjkr1wJU=", body), KEYS)


def test_json_is_signed_by_its_digest_in_the_address() -> None:
    url = "https://" + ADDRESS.format(port="") + f"&bodySHA256={DIGEST}"
    signature = "a9nBmqA0ju/hNViExpshrM61xv4="
    Voice().check(request(url, signature, JSON, "application/json"), KEYS)
    for body in (JSON + b" ", b"{}"):
        with pytest.raises(NotGenuine):
            Voice().check(request(url, signature, body, "application/json"), KEYS)
    with pytest.raises(NotGenuine, match="missing_digest"):
        Voice().check(request(url.partition("&body")[0], signature, JSON, "application/json"), KEYS)


def test_what_has_no_signature_is_refused() -> None:
    with pytest.raises(NotGenuine, match="missing_signature"):
        Voice().check(request("https://a.example/", ""), KEYS)
