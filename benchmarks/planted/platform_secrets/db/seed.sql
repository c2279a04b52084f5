INSERT INTO settings (name, value) VALUES ('language', 'de');
INSERT INTO settings (name, value) VALUES ('mailgun_api_key', 'key-{{secret:hex32:111}}');
CREATE USER reporting WITH PASSWORD '{{secret:password:112}}';
ALTER USER platform PASSWORD :'platform_password';
INSERT INTO labels (name, text) VALUES ('password', 'Password');
