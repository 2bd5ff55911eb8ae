from captures.compare.rule import Rule, breaking, cosmetic, notable


def test_a_rule_has_the_severity_that_it_is_made_with() -> None:
    made = [make("an-id", "A title", "A reason.") for make in (breaking, notable, cosmetic)]

    assert made == [
        Rule(id="an-id", severity=severity, title="A title", reason="A reason.")
        for severity in ("breaking", "notable", "cosmetic")
    ]
