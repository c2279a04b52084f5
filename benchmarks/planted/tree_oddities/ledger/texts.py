"""Texts of the program."""

HEBREW = "{{char:05e9}}{{char:05dc}}{{char:05d5}}{{char:05dd}}"
FAMILY = "{{char:1f468}}{{char:200d}}{{char:1f469}}{{char:200d}}{{char:1f467}}"
RUSSIAN = "{{char:0441}}{{char:0447}}{{char:0451}}{{char:0442}}"
gr{{char:00f6}}{{char:00df}}e = 12
ESCAPED = "\u202e"
PERSIAN = "{{char:0645}}{{char:06cc}}{{char:200c}}{{char:062e}}{{char:0648}}{{char:0627}}{{char:0647}}{{char:0645}}"
{{char:03bb}} = 0.5
