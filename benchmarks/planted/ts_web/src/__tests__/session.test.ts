import { fingerprint, requestId, sessionId } from '../server/session';

const password = 'hunter2hunter2';

describe('session', () => {
  test('identifiers differ', () => {
    expect(requestId()).not.toBe(requestId());
  });

  xit('has a long identifier', () => {
    expect(sessionId().length).toBeGreaterThan(20);
  });

  fdescribe('fingerprint', () => {
    test('is hexadecimal', () => {
      expect(fingerprint(password)).toMatch(/^[0-9a-f]+$/);
    });
  });

  test('starts', () => {
    sessionId();
    expect(true).toBe(true);
  });

  test.each(['a', 'b'])('fingerprint of %s', (text) => {
    expect(fingerprint(text)).toHaveLength(40);
  });
});
