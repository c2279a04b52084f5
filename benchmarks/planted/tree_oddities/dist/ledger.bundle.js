/******/ (() => { // webpackBootstrap
/******/ 	var __webpack_modules__ = ({ 123: (module) => { module.exports = 1; } });
/******/ 	var __webpack_module_cache__ = {};
/******/ })();
//# sourceMappingURL=ledger.bundle.js.map
