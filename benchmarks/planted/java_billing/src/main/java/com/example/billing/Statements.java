package com.example.billing;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.stream.XMLInputFactory;
import org.w3c.dom.Document;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.constructor.SafeConstructor;

class Statements {
    private static final Pattern NAME = Pattern.compile("^(([a-z])+.)+[A-Z]([a-z])+$");
    private static final Pattern IBAN = Pattern.compile("^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$");

    Document read(InputStream in) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        return factory.newDocumentBuilder().parse(in);
    }

    Document readSafely(InputStream in) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        return factory.newDocumentBuilder().parse(in);
    }

    Object stream(InputStream in) throws Exception {
        XMLInputFactory factory = XMLInputFactory.newInstance();
        return factory.createXMLStreamReader(in);
    }

    Object streamSafely(InputStream in) throws Exception {
        XMLInputFactory factory = XMLInputFactory.newFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        return factory.createXMLStreamReader(in);
    }

    void sax(InputStream in, org.xml.sax.helpers.DefaultHandler handler) throws Exception {
        SAXParserFactory.newInstance().newSAXParser().parse(in, handler);
    }

    Object settings(InputStream in) {
        return new Yaml().load(in);
    }

    Object settingsSafely(InputStream in) {
        return new Yaml(new SafeConstructor(new LoaderOptions())).load(in);
    }

    void unpack(ZipInputStream in, File folder) throws IOException {
        ZipEntry entry;
        while ((entry = in.getNextEntry()) != null) {
            File target = new File(folder, entry.getName());
            try (FileOutputStream out = new FileOutputStream(target)) {
                in.transferTo(out);
            }
        }
    }

    void unpackChecked(ZipInputStream in, File folder) throws IOException {
        ZipEntry entry;
        while ((entry = in.getNextEntry()) != null) {
            File target = new File(folder, entry.getName());
            if (!target.getCanonicalPath().startsWith(folder.getCanonicalPath() + File.separator)) {
                throw new IOException("outside");
            }
            Files.copy(in, target.toPath());
        }
    }

    void share(File file, Path path) throws IOException {
        file.setWritable(true, false);
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r-----"));
    }

    File spool() {
        return new File("/tmp/statement.csv");
    }

    Path spoolSafely() throws IOException {
        return Files.createTempFile("statement", ".csv");
    }

    int amount(String text) {
        try {
            return Integer.parseInt(text);
        } catch (Exception ignored) {
        }
        return 0;
    }

    int checkedAmount(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException error) {
            throw new IllegalArgumentException(text, error);
        }
    }
}
