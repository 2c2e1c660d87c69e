"""Tests of the agent. They run against the cassette, offline and free:

    vcr replay -c agent -- python3 -m unittest
"""
import unittest

import agent


class AgentTests(unittest.TestCase):
    def test_it_answers_with_what_two_tools_said(self):
        text, calls = agent.run("What is the temperature in Paris, in °F?")
        self.assertEqual(text, "It's 70 °F in Paris today, so take a light jacket.")
        self.assertEqual(calls, [
            ("get_temperature", {"city": "Paris"}), ("to_fahrenheit", {"celsius": 21})])

    def test_it_may_stop_reading_early(self):
        words = agent.first_words("Count to 300 slowly", 10)
        self.assertEqual(words, [f"word{n}" for n in range(10)])


if __name__ == "__main__":
    unittest.main()
