const { expect } = require('chai');
const users = require('../routes/users');

describe('users', () => {
  it.only('makes a token', () => {
    expect(users.resetToken()).to.be.a('string');
  });

  it('hashes', () => {
    expect(users.etag('a')).to.have.length(44);
  });

  it.skip('seals', () => {
    expect(users.seal('a', 'k'.repeat(16))).to.equal('x');
  });

  it('waits', () => {
    users.jitter();
  });

  it('rejects short keys', () => {
    expect(() => users.seal('a', 'k')).to.throw();
  });
});
