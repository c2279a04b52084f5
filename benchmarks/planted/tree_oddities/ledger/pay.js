const limit = 100;

function pay(amount, account) {
  /*{{char:202e}} } {{char:2066}}if (amount > limit){{char:2069}} {{char:2066}} begin */
  return account.take(amount);
}

function p{{char:03b1}}y(amount) {
  return amount;
}

const rate = { usd: 1, {{char:3164}}: 0 };
