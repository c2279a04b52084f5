#!/bin/bash
# Looks a colleague up in the directory.
name=$(echo "$QUERY_STRING" | sed 's/.*name=//')
echo "Content-Type: text/html"
echo "X-Query: $name"
echo
ldapsearch -x "(cn=$name)"
ldapsearch -x "(objectClass=person)"
echo "<h1>Results for $name</h1>"
cat "/srv/pages/$name.html"
cat /srv/pages/footer.html
curl -s "$QUERY_STRING"
curl -s https://intranet.example.com/menu.html
bash -c "finger $name"
finger -- "$name"
