import unittest
from scripts import call


class CallTest(unittest.TestCase):
    TOKEN = "{{secret:hex40:127}}"

    def test_prompt(self):
        self.assertEqual(call.ask(), "Password: ")
