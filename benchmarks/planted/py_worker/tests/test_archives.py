"""Deliveries are unpacked."""

import unittest
from harvest import archives


class ArchivesTest(unittest.TestCase):
    @unittest.skip("slow")
    def test_zip(self):
        self.assertEqual(archives.unpack("samples/a.zip", "out"), "out")

    def test_tar(self):
        self.assertEqual(archives.unpack("samples/a.tar", "out"), "out")

    def test_protect(self):
        archives.protect("samples/a.tar")

    def assert_unpacked(self, folder):
        self.assertTrue(folder)

    def test_images(self):
        self.assert_unpacked("out")

    def _test_publish(self):
        archives.publish("out")
        self.assertTrue(True)
