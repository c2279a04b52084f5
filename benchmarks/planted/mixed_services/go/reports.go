package reports

import (
	"context"
	"database/sql"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const reportTool = "/usr/local/bin/report"

var allowed = map[string]string{"day": "created_at", "size": "bytes"}
var reportName = regexp.MustCompile(`^[a-z0-9_]{1,40}$`)

type server struct {
	db     *sql.DB
	client *http.Client
	hosts  []string
}

func (s *server) byOwner(ctx context.Context, r *http.Request) (*sql.Rows, error) {
	var query strings.Builder
	query.WriteString("SELECT id FROM reports WHERE owner = '")
	query.WriteString(r.FormValue("owner"))
	query.WriteString("'")
	return s.db.QueryContext(ctx, query.String())
}

func (s *server) sorted(ctx context.Context, r *http.Request) (*sql.Rows, error) {
	column, ok := allowed[r.FormValue("sort")]
	if !ok {
		column = "id"
	}
	return s.db.QueryContext(ctx, "SELECT id FROM reports ORDER BY "+column)
}

func (s *server) page(ctx context.Context, r *http.Request) (*sql.Rows, error) {
	number, err := strconv.Atoi(r.FormValue("page"))
	if err != nil {
		return nil, err
	}
	return s.db.QueryContext(ctx, fmt.Sprintf("SELECT id FROM reports LIMIT 20 OFFSET %d", number*20))
}

func (s *server) remove(ctx context.Context, ids []string) error {
	_, err := s.db.ExecContext(ctx, "DELETE FROM reports WHERE id IN ("+strings.Join(ids, ",")+")")
	return err
}

func (s *server) run(ctx context.Context, name string) error {
	arguments := []string{"-c", reportTool + " --name " + name}
	return exec.CommandContext(ctx, "/bin/sh", arguments...).Run()
}

func (s *server) runChecked(ctx context.Context, name string) error {
	if !reportName.MatchString(name) {
		return fmt.Errorf("bad name")
	}
	return exec.CommandContext(ctx, reportTool, "--name", name).Run()
}

func (s *server) proxy(w http.ResponseWriter, r *http.Request) {
	target := r.URL.Query().Get("target")
	request, err := http.NewRequestWithContext(r.Context(), http.MethodGet, target, nil)
	if err != nil {
		http.Error(w, "bad address", http.StatusBadRequest)
		return
	}
	answer, err := s.client.Do(request)
	if err == nil {
		defer answer.Body.Close()
		io.Copy(w, answer.Body)
	}
}

func (s *server) mirror(w http.ResponseWriter, r *http.Request) {
	address := url.URL{Scheme: "https", Host: "mirror.example.com", Path: path.Join("/r", r.FormValue("id"))}
	answer, err := s.client.Get(address.String())
	if err == nil {
		defer answer.Body.Close()
		io.Copy(w, answer.Body)
	}
}

func (s *server) show(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html")
	io.WriteString(w, "<title>"+r.FormValue("title")+"</title>")
}

func (s *server) plain(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/plain")
	io.WriteString(w, r.FormValue("title"))
}

func (s *server) back(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, r.FormValue("next"), http.StatusFound)
}

func (s *server) home(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "/reports", http.StatusFound)
}

func (s *server) read(r *http.Request) ([]byte, error) {
	return os.ReadFile("/srv/reports/" + r.PathValue("name"))
}

func (s *server) readNumber(r *http.Request) ([]byte, error) {
	id, err := strconv.ParseUint(r.PathValue("id"), 10, 64)
	if err != nil {
		return nil, err
	}
	return os.ReadFile(fmt.Sprintf("/srv/reports/%d.pdf", id))
}

func (s *server) parse(body io.Reader) (report struct{ ID int }, err error) {
	err = xml.NewDecoder(body).Decode(&report)
	return report, err
}

func (s *server) wait() {
	defer func() {
		if err := recover(); err != nil {
			panic(fmt.Sprintf("reports: %v", err))
		}
	}()
	time.Sleep(time.Second)
}
