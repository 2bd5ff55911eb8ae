from tests.support.isolations import LEFT_OUT

collect_ignore = list(LEFT_OUT)
