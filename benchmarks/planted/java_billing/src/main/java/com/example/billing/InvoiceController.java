package com.example.billing;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.naming.NamingEnumeration;
import javax.naming.directory.DirContext;
import javax.naming.directory.SearchControls;
import javax.script.ScriptEngineManager;
import javax.servlet.http.Cookie;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.CrossOrigin;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.HtmlUtils;

@RestController
@CrossOrigin(origins = "*", allowCredentials = "true")
public class InvoiceController {
    private static final Logger log = LoggerFactory.getLogger(InvoiceController.class);
    private static final String COUNT = "SELECT count(*) FROM ";
    private static final String TABLE = "invoices";
    private final Connection connection;
    private final JdbcTemplate jdbc;

    InvoiceController(Connection connection, JdbcTemplate jdbc) {
        this.connection = connection;
        this.jdbc = jdbc;
    }

    @GetMapping("/invoices")
    String byCustomer(@RequestParam String customer) throws SQLException {
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT id FROM invoices WHERE customer = '" + customer + "'");
        return rows.next() ? rows.getString(1) : "";
    }

    @GetMapping("/invoices/state")
    String byState(@RequestParam String state) throws SQLException {
        PreparedStatement statement = connection.prepareStatement("SELECT id FROM invoices WHERE state = ?");
        statement.setString(1, state);
        return statement.executeQuery().toString();
    }

    @GetMapping("/invoices/sorted")
    Object sorted(@RequestParam String column) {
        return jdbc.queryForList(String.format("SELECT id FROM invoices ORDER BY %s", column));
    }

    @GetMapping("/invoices/count")
    Object count() {
        return jdbc.queryForObject(COUNT + TABLE, Integer.class);
    }

    @PostMapping("/invoices/print")
    void print(@RequestParam String printer) throws IOException {
        Runtime.getRuntime().exec(new String[] {"sh", "-c", "lp -d " + printer});
    }

    @PostMapping("/invoices/pdf")
    void pdf(@RequestParam String file) throws IOException {
        new ProcessBuilder("wkhtmltopdf", file, "out.pdf").start();
    }

    @GetMapping("/invoices/file")
    byte[] file(@RequestParam String name) throws IOException {
        return Files.readAllBytes(new File("/srv/invoices/" + name).toPath());
    }

    @GetMapping("/invoices/checked")
    byte[] checked(@RequestParam String name) throws IOException {
        Path root = Path.of("/srv/invoices");
        Path found = root.resolve(name).normalize();
        if (!found.startsWith(root)) {
            throw new IOException("outside");
        }
        return Files.readAllBytes(found);
    }

    @GetMapping("/logo")
    byte[] logo(@RequestParam String url) throws IOException {
        try (InputStream in = new URL(url).openStream()) {
            return in.readAllBytes();
        }
    }

    @GetMapping("/rates")
    byte[] rates() throws IOException {
        try (InputStream in = new URL("https://rates.example.com/eur").openStream()) {
            return in.readAllBytes();
        }
    }

    @PostMapping("/invoices/import")
    Object load(HttpServletRequest request) throws Exception {
        return new ObjectInputStream(request.getInputStream()).readObject();
    }

    @PostMapping("/formula")
    Object formula(@RequestParam String formula) throws Exception {
        return new ScriptEngineManager().getEngineByName("js").eval(formula);
    }

    @PostMapping("/rule")
    Object rule(@RequestParam String rule) {
        return new SpelExpressionParser().parseExpression(rule).getValue();
    }

    @GetMapping("/two")
    Object two() {
        return new SpelExpressionParser().parseExpression("1 + 1").getValue();
    }

    @GetMapping("/people")
    NamingEnumeration<?> people(DirContext directory, @RequestParam String name) throws Exception {
        return directory.search("ou=people", "(uid=" + name + ")", new SearchControls());
    }

    @GetMapping("/people/id")
    NamingEnumeration<?> person(DirContext directory, @RequestParam String name) throws Exception {
        return directory.search("ou=people", "(uid={0})", new Object[] {name}, new SearchControls());
    }

    @GetMapping("/hello")
    void hello(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.getWriter().println("<p>Hello " + request.getParameter("name") + "</p>");
        response.getWriter().println("<p>Bye " + HtmlUtils.htmlEscape(request.getParameter("name")) + "</p>");
    }

    @PostMapping("/login")
    void login(@RequestParam String name, HttpServletResponse response) {
        log.info("login of " + name);
        Cookie session = new Cookie("session", name);
        session.setSecure(false);
        response.addCookie(session);
        Cookie language = new Cookie("language", "de");
        language.setHttpOnly(true);
        response.addCookie(language);
    }
}
