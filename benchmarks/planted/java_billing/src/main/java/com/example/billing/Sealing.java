package com.example.billing;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Random;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.X509TrustManager;
import io.jsonwebtoken.Jwts;

public class Sealing {
    private static final byte[] KEY = "{{secret:hex32:20}}".getBytes();
    private static final String ALGORITHM = "AES/GCM/NoPadding";

    byte[] passwordHash(String password) throws Exception {
        return MessageDigest.getInstance("MD5").digest(password.getBytes());
    }

    byte[] contentHash(byte[] content) throws Exception {
        return MessageDigest.getInstance("SHA-256").digest(content);
    }

    byte[] seal(byte[] text) throws Exception {
        Cipher cipher = Cipher.getInstance("AES/ECB/PKCS5Padding");
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(KEY, "AES"));
        return cipher.doFinal(text);
    }

    byte[] sealOld(byte[] text) throws Exception {
        Cipher cipher = Cipher.getInstance("DESede/CBC/PKCS5Padding");
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(KEY, "DESede"));
        return cipher.doFinal(text);
    }

    byte[] sealChain(byte[] text) throws Exception {
        Cipher cipher = Cipher.getInstance("AES/CBC/PKCS5Padding");
        IvParameterSpec start = new IvParameterSpec(new byte[16]);
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(KEY, "AES"), start);
        return cipher.doFinal(text);
    }

    byte[] sealWell(byte[] text, SecretKeySpec key) throws Exception {
        byte[] nonce = new byte[12];
        new SecureRandom().nextBytes(nonce);
        Cipher cipher = Cipher.getInstance(ALGORITHM);
        cipher.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(128, nonce));
        return cipher.doFinal(text);
    }

    String token() {
        return Long.toHexString(new Random().nextLong());
    }

    int delay() {
        return new Random().nextInt(500);
    }

    boolean genuine(String token, String expectedToken) {
        return token.equals(expectedToken);
    }

    boolean genuineHash(byte[] hash, byte[] expected) {
        return MessageDigest.isEqual(hash, expected);
    }

    boolean sameHash(byte[] signature, byte[] expected) {
        return Arrays.equals(signature, expected);
    }

    Object claims(String token) {
        return Jwts.parser().parse(token).getBody();
    }

    Object verifiedClaims(String token, java.security.Key key) {
        return Jwts.parserBuilder().setSigningKey(key).build().parseClaimsJws(token).getBody();
    }

    void trustAll() throws Exception {
        X509TrustManager all = new X509TrustManager() {
            public void checkClientTrusted(X509Certificate[] chain, String kind) {}
            public void checkServerTrusted(X509Certificate[] chain, String kind) {}
            public X509Certificate[] getAcceptedIssuers() { return new X509Certificate[0]; }
        };
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(null, new X509TrustManager[] {all}, new SecureRandom());
        HttpsURLConnection.setDefaultSSLSocketFactory(context.getSocketFactory());
        HttpsURLConnection.setDefaultHostnameVerifier((host, session) -> true);
    }

    SSLContext old() throws Exception {
        return SSLContext.getInstance("SSLv3");
    }
}
