(function () {
  'use strict';
  document.title = 'Ledger';
})();
