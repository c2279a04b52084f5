require 'digest'
require 'jwt'
require 'net/http'
require 'nokogiri'
require 'openssl'
require 'securerandom'
require 'tempfile'

NAME = /^(\w+\s?)*$/
SLUG = /\A[a-z0-9]+(?:-[a-z0-9]+)*\z/
API_TOKEN = '{{secret:slack:39}}'

def password_hash(password)
  Digest::MD5.hexdigest(password)
end

def cache_key(body)
  Digest::SHA256.hexdigest(body)
end

def seal(text, key)
  cipher = OpenSSL::Cipher.new('AES-128-ECB').encrypt
  cipher.key = key
  cipher.update(text) + cipher.final
end

def seal_chain(text, key)
  cipher = OpenSSL::Cipher.new('aes-256-cbc').encrypt
  cipher.key = key
  cipher.iv = '0' * 16
  cipher.update(text) + cipher.final
end

def seal_well(key)
  cipher = OpenSSL::Cipher.new('aes-256-gcm').encrypt
  cipher.key = key
  cipher.random_iv
end

def invite
  rand(36**12).to_s(36)
end

def token
  SecureRandom.hex(32)
end

def claims(text)
  JWT.decode(text, nil, false)
end

def verified(text)
  JWT.decode(text, ENV.fetch('JWT_KEY'), true, algorithm: 'HS256')
end

def hook?(signature, body)
  signature == OpenSSL::HMAC.hexdigest('SHA256', ENV['HOOK_KEY'], body)
end

def genuine?(signature, body)
  expected = OpenSSL::HMAC.hexdigest('SHA256', ENV['HOOK_KEY'], body)
  Rack::Utils.secure_compare(signature, expected)
end

def fetch(host)
  http = Net::HTTP.new(host, 443)
  http.use_ssl = true
  http.verify_mode = OpenSSL::SSL::VERIFY_NONE
  http
end

def fetch_checked(host)
  http = Net::HTTP.new(host, 443)
  http.use_ssl = true
  http.verify_mode = OpenSSL::SSL::VERIFY_PEER
  http
end

def posts(text)
  Nokogiri::XML(text) { |config| config.noent.dtdload }
end

def feed(text)
  Nokogiri::XML(text) { |config| config.strict.nonet }
end

def spool(text)
  File.open('/tmp/blog-import', 'w', 0o666) { |file| file << text }
  Tempfile.create('blog') { |file| file << text }
end

def share(folder)
  FileUtils.chmod_R(0o777, folder)
  FileUtils.chmod(0o640, 'config/database.yml')
end

def quietly
  yield
rescue StandardError
  nil
end

def number(text)
  Integer(text)
rescue ArgumentError => e
  raise ArgumentError, "#{text} is no number: #{e.message}"
end

def ask(text)
  text.length rescue 0
end
