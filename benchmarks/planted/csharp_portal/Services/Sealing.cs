using System;
using System.IO;
using System.Net;
using System.Net.Http;
using System.Net.Security;
using System.Security.Cryptography;
using System.Text;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;
using Microsoft.IdentityModel.Tokens;

namespace Portal.Services
{
    public class Sealing
    {
        private static readonly byte[] Key = Encoding.ASCII.GetBytes("{{secret:hex32:36}}");
        private readonly ILogger<Sealing> log;

        public Sealing(ILogger<Sealing> log) => this.log = log;

        public byte[] PasswordHash(string password) =>
            MD5.Create().ComputeHash(Encoding.UTF8.GetBytes(password));

        public byte[] PasswordHashWell(string password, byte[] salt) =>
            Rfc2898DeriveBytes.Pbkdf2(password, salt, 600_000, HashAlgorithmName.SHA256, 32);

        public byte[] Seal(byte[] text)
        {
            using var aes = Aes.Create();
            aes.Key = Key;
            aes.Mode = CipherMode.ECB;
            return aes.CreateEncryptor().TransformFinalBlock(text, 0, text.Length);
        }

        public byte[] SealOld(byte[] text)
        {
            using var des = new DESCryptoServiceProvider();
            return des.CreateEncryptor().TransformFinalBlock(text, 0, text.Length);
        }

        public byte[] SealChain(byte[] text)
        {
            using var aes = Aes.Create();
            aes.IV = new byte[16];
            return aes.CreateEncryptor().TransformFinalBlock(text, 0, text.Length);
        }

        public void SealWell(byte[] key, byte[] nonce, byte[] text, byte[] to, byte[] tag) =>
            new AesGcm(key, 16).Encrypt(nonce, text, to, tag);

        public string ResetCode() => new Random().Next(100000, 999999).ToString();

        public string Token() => Convert.ToHexString(RandomNumberGenerator.GetBytes(32));

        public HttpClient Relaxed() => new HttpClient(new HttpClientHandler
        {
            ServerCertificateCustomValidationCallback = (message, certificate, chain, errors) => true,
        });

        public HttpClient Strict() => new HttpClient(new HttpClientHandler
        {
            ServerCertificateCustomValidationCallback = (message, certificate, chain, errors) => errors == SslPolicyErrors.None,
        });

        public void Old() => ServicePointManager.SecurityProtocol = SecurityProtocolType.Tls;

        public TokenValidationParameters Lax() => new TokenValidationParameters
        {
            ValidateIssuerSigningKey = false,
            RequireSignedTokens = false,
        };

        public TokenValidationParameters Rules(SecurityKey key) => new TokenValidationParameters
        {
            ValidateIssuerSigningKey = true,
            IssuerSigningKey = key,
        };

        public bool IsApiKey(string apiKey) => apiKey == Environment.GetEnvironmentVariable("API_KEY");

        public bool IsGenuine(byte[] mac, byte[] expected) => CryptographicOperations.FixedTimeEquals(mac, expected);

        public CookieOptions Open() => new CookieOptions { HttpOnly = false, Secure = false };

        public CookieOptions Closed() => new CookieOptions { HttpOnly = true, Secure = true };

        public void Login(string name, string password)
        {
            log.LogInformation($"login {name} {password}");
            log.LogInformation("login {Name}", name);
        }

        public void Spool(byte[] text)
        {
            try
            {
                File.WriteAllBytes(Path.GetTempFileName(), text);
            }
            catch (Exception) { }
        }

        public void SpoolOr(byte[] text)
        {
            try
            {
                File.WriteAllBytes("/var/spool/portal", text);
            }
            catch (IOException error)
            {
                log.LogError(error, "cannot spool");
                throw;
            }
        }
    }
}
