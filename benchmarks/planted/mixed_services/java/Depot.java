package com.example.depot;

import java.beans.XMLDecoder;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.StringReader;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.persistence.EntityManager;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.xml.XMLConstants;
import javax.xml.transform.TransformerFactory;
import javax.xml.validation.SchemaFactory;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.thoughtworks.xstream.XStream;
import freemarker.template.Configuration;
import freemarker.template.Template;
import org.apache.velocity.app.Velocity;
import org.dom4j.io.SAXReader;
import org.jdom2.input.SAXBuilder;

class Depot {
    private static final Map<String, String> COLUMNS = Map.of("name", "name", "count", "count");
    private static final String LIST = "ls /srv/depot";
    private final EntityManager entities;

    Depot(EntityManager entities) {
        this.entities = entities;
    }

    List<?> find(String name) {
        StringBuilder query = new StringBuilder("SELECT i FROM Item i WHERE i.name = '");
        query.append(name).append("'");
        return entities.createQuery(query.toString()).getResultList();
    }

    List<?> named(String name) {
        return entities.createQuery("SELECT i FROM Item i WHERE i.name = :name")
            .setParameter("name", name).getResultList();
    }

    List<?> nativeFind(String place) {
        String condition = " WHERE place = " + place;
        return entities.createNativeQuery("SELECT * FROM items" + condition).getResultList();
    }

    List<?> sorted(String column) {
        return entities.createNativeQuery("SELECT * FROM items ORDER BY " + COLUMNS.get(column)).getResultList();
    }

    List<?> numbered(int number) {
        return entities.createNativeQuery("SELECT * FROM items WHERE id = " + number).getResultList();
    }

    void pack(HttpServletRequest request) throws IOException {
        String file = request.getParameter("file");
        String command = "tar czf /srv/pack.tgz " + file;
        Runtime.getRuntime().exec(command);
    }

    void list() throws IOException {
        Runtime.getRuntime().exec(LIST);
    }

    void shell(List<String> words) throws IOException {
        new ProcessBuilder("bash", "-c", String.join(" ", words)).start();
    }

    Object restore(String text) throws Exception {
        byte[] bytes = Base64.getDecoder().decode(text);
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return in.readObject();
        }
    }

    Object restoreFiltered(InputStream bytes) throws Exception {
        ObjectInputStream in = new ObjectInputStream(bytes);
        in.setObjectInputFilter(ObjectInputFilter.Config.createFilter("com.example.depot.Item;!*"));
        return in.readObject();
    }

    Object decode(InputStream in) {
        return new XMLDecoder(in).readObject();
    }

    Object stream(String text) {
        return new XStream().fromXML(text);
    }

    Object json(String text) throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        mapper.enableDefaultTyping();
        return mapper.readValue(text, Object.class);
    }

    Item plainJson(String text) throws IOException {
        return new ObjectMapper().readValue(text, Item.class);
    }

    void dom4j(String text) throws Exception {
        new SAXReader().read(new StringReader(text));
    }

    void jdom(String text) throws Exception {
        SAXBuilder builder = new SAXBuilder();
        builder.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        builder.build(new StringReader(text));
    }

    void transform() throws Exception {
        TransformerFactory factory = TransformerFactory.newInstance();
        factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        factory.newTransformer();
    }

    void schema(File file) throws Exception {
        SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI).newSchema(file);
    }

    String fetch(HttpServletRequest request) throws Exception {
        URI address = URI.create(request.getParameter("address"));
        HttpRequest get = HttpRequest.newBuilder(address).build();
        return HttpClient.newHttpClient().send(get, HttpResponse.BodyHandlers.ofString()).body();
    }

    int status() throws Exception {
        HttpURLConnection connection = (HttpURLConnection) URI.create("https://status.example.com").toURL().openConnection();
        return connection.getResponseCode();
    }

    void template(HttpServletRequest request, HttpServletResponse response) throws Exception {
        Template page = new Template("page", new StringReader(request.getParameter("page")), new Configuration());
        page.process(Map.of(), response.getWriter());
        Velocity.evaluate(null, response.getWriter(), "page", "Dear $name");
    }

    void header(HttpServletRequest request, HttpServletResponse response) {
        response.setHeader("X-Place", request.getParameter("place"));
        response.setHeader("X-Version", "2");
    }

    Class<?> plugin(String name) throws Exception {
        return Class.forName(name);
    }

    Class<?> driver() throws Exception {
        return Class.forName("org.postgresql.Driver");
    }

    byte[] label(HttpServletRequest request) throws IOException {
        String name = request.getParameter("name");
        Path path = Path.of("/srv/labels", name);
        return Files.readAllBytes(path);
    }

    void close(AutoCloseable resource) {
        try {
            resource.close();
        } catch (Throwable ignored) {
            // nothing
        }
    }

    void sleep() {
        try {
            Thread.sleep(100);
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
        }
    }

    void print(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String title = request.getParameter("title");
        response.getWriter().write(String.format("<h1>%s</h1>", title));
        response.setContentType("text/plain");
    }
}
