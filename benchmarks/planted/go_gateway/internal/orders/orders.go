// Package orders answers questions about orders.
package orders

import (
	"archive/zip"
	"database/sql"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"text/template"
)

const table = "orders"

var db *sql.DB

// Register adds the handlers.
func Register(mux *http.ServeMux) {
	mux.HandleFunc("/orders", list)
	mux.HandleFunc("/orders/of", ofCustomer)
	mux.HandleFunc("/label", label)
}

func list(w http.ResponseWriter, r *http.Request) {
	query := fmt.Sprintf("SELECT id FROM orders WHERE state = '%s'", r.URL.Query().Get("state"))
	rows, err := db.Query(query)
	if err != nil {
		http.Error(w, "failed", http.StatusInternalServerError)
		return
	}
	defer rows.Close()
}

func ofCustomer(w http.ResponseWriter, r *http.Request) {
	db.QueryRow("SELECT id FROM orders WHERE customer = " + r.FormValue("customer"))
	db.QueryRow("SELECT id FROM orders WHERE customer = $1", r.FormValue("customer"))
}

func count() *sql.Row {
	return db.QueryRow(fmt.Sprintf("SELECT count(*) FROM %s", table))
}

func label(w http.ResponseWriter, r *http.Request) {
	printer := r.FormValue("printer")
	out, _ := exec.Command("sh", "-c", "lp -d "+printer+" label.pdf").Output()
	w.Write(out)
}

func preview(w http.ResponseWriter, r *http.Request) {
	out, err := exec.Command("pdftoppm", "-png", "--", r.FormValue("file")).Output()
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.Write(out)
}

func plugin(name string) error {
	return exec.Command(os.Getenv("PLUGINS")+"/"+name, "--json").Run()
}

func backup(name string) error {
	command := fmt.Sprintf("tar czf /backup/%s.tgz /srv/orders", name)
	return exec.Command("bash", "-c", command).Run()
}

func document(w http.ResponseWriter, r *http.Request) {
	http.ServeFile(w, r, filepath.Join("/srv/documents", r.URL.Query().Get("name")))
}

func invoice(w http.ResponseWriter, r *http.Request) {
	name := filepath.Base(r.URL.Query().Get("name"))
	content, err := os.ReadFile(filepath.Join("/srv/invoices", name))
	if err == nil {
		w.Write(content)
	}
}

func unpack(archive, folder string) error {
	reader, err := zip.OpenReader(archive)
	if err != nil {
		return err
	}
	defer reader.Close()
	for _, file := range reader.File {
		target := filepath.Join(folder, file.Name)
		out, err := os.Create(target)
		if err != nil {
			return err
		}
		in, _ := file.Open()
		io.Copy(out, in)
		out.Close()
	}
	return nil
}

func unpackChecked(file *zip.File, folder string) error {
	target := filepath.Join(folder, file.Name)
	if !strings.HasPrefix(target, filepath.Clean(folder)+string(os.PathSeparator)) {
		return fmt.Errorf("%s is outside", file.Name)
	}
	return os.WriteFile(target, nil, 0o600)
}

func page(w http.ResponseWriter, r *http.Request) {
	fmt.Fprintf(w, "<h1>Orders of %s</h1>", r.FormValue("name"))
}

func escapedPage(w http.ResponseWriter, r *http.Request) {
	fmt.Fprintf(w, "<h1>Orders of %s</h1>", html.EscapeString(r.FormValue("name")))
}

func mail(w http.ResponseWriter, r *http.Request) {
	page := template.Must(template.New("mail").Parse("Dear " + r.FormValue("name")))
	page.Execute(w, nil)
}

func receipt(name string) error {
	page := template.Must(template.New("receipt").Parse("Dear {{ .Name }}"))
	return page.Execute(os.Stdout, map[string]string{"Name": name})
}

func fetch(w http.ResponseWriter, r *http.Request) {
	answer, err := http.Get(r.URL.Query().Get("url"))
	if err != nil {
		return
	}
	io.Copy(w, answer.Body)
}

func stock(w http.ResponseWriter) {
	answer, err := http.Get("https://stock.example.com/all")
	if err != nil {
		return
	}
	io.Copy(w, answer.Body)
}

func draft(r *http.Request) (order struct{ ID int }) {
	gob.NewDecoder(r.Body).Decode(&order)
	json.NewDecoder(r.Body).Decode(&order)
	return order
}

func save(path string, content []byte) {
	_ = os.WriteFile(path, content, 0o777)
}

func keep(path string, content []byte) error {
	return os.WriteFile(path, content, 0o640)
}

func spool(content []byte) (*os.File, error) {
	return os.CreateTemp("", "order-*")
}

func spoolOld(content []byte) (*os.File, error) {
	return os.Create("/tmp/order.spool")
}
