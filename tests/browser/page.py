"""A page in a browser, as a person sees and works it."""

from collections.abc import Callable
from typing import Any

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from tests.flows.command import HANGING


class Page:
    def __init__(self, chromium: webdriver.Chrome) -> None:
        self.chromium = chromium

    def look(self, width: int, height: int, scheme: str) -> None:
        """The window's size in pixels, and "light" or "dark"."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
        self.chromium.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        self.chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", media)

    def run(self, script: str, *arguments: Any) -> Any:
        return self.chromium.execute_script(script, *arguments)

    def press(self, *keys: str) -> None:
        """Press keys, one after another, wherever the focus is."""
        ActionChains(self.chromium).send_keys(*keys).perform()

    def click(self, selector: str) -> None:
        self.chromium.find_element(By.CSS_SELECTOR, selector).click()

    def text(self, selector: str) -> str:
        return self.chromium.find_element(By.CSS_SELECTOR, selector).text

    def await_true(self, condition: Callable[[], bool]) -> None:
        WebDriverWait(self.chromium, HANGING, poll_frequency=0.02).until(lambda _: condition())
