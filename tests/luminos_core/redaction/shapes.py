"""Shapes in which secrets stand in real files. `{}` is the secret; it is filled in at run time, so
that no scanner takes this file for a leak."""

import base64

SECRETS = (
    "h7Kq2vLw9zR",
    "Zq8-fT3_mW6pKd",
    "9fK2mQ7xTb4LwZ1c",
    "Tr0ub4dor.3xQ!",
    "b3f19c7e5a2d80461f",
)

SHAPES = tuple(
    r"""
password = "{}"
password = '{}'
password = `{}`
PASSWORD="{}"
const password = '{}';
const password: string = "{}";
let api_key: &str = "{}";
private static final String DB_PASSWORD = "{}";
char password[] = "{}";
char password[32] = "{}";
var dbPass = "{}"
public $password = '{}';
$db_password = "{}";
define('DB_PASSWORD', '{}');
define( "AUTH_KEY", "{}" );
'password' => '{}',
:password => "{}"
config["api_key"] = "{}"
app.config['SECRET_KEY'] = b'{}'
settings.API_TOKEN = u"{}"
NSString *apiKey = @"{}";
string Password = @"{}";
if password == "{}":
setPassword("{}")
.password("{}")
os.environ.get("API_TOKEN", "{}")
os.environ["DB_PASSWORD"] = "{}"
requests.get(url, auth=("user", "{}"))
HTTPBasicAuth("admin", "{}")
smtp.login("user", "{}")
new NetworkCredential(user, "{}", domain)
new PSCredential("u", (ConvertTo-SecureString "{}" -AsPlainText -Force))
DriverManager.getConnection(url, "sa", "{}")
connect(host="h", user="u", password="{}")
{{"password": "{}"}}
{{"user": "u", "pass": "{}", "port": 1}}
"{{\"password\": \"{}\"}}"
{{\"token\":\"{}\"}}
{{&quot;password&quot;: &quot;{}&quot;}}
password: {}
password: "{}"
  db_password: {}  # of the database
- password: {}
- token: '{}'
password: !!str {}
password: &pw {}
password: |\n  {}
password: >-\n    {}
{{user: u, password: {}}}
{{user: u, password: {}, host: h}}
vault_password: {}
ansible_become_pass: {}
ansible_ssh_pass={}
web1 ansible_host=10.0.0.1 ansible_ssh_pass={} ansible_user=root
admin_password={}
password={}
password = {}
pass = {}
secret={}
smtp_pass: {}
requirepass {}
masterauth {}
# requirepass {}
//registry.npmjs.org/:_authToken={}
spring.datasource.password={}
hibernate.connection.password={}
export DB_PASSWORD={}
export DB_PASSWORD='{}'
DB_PASSWORD={} ./run.sh
PGPASSWORD={} psql -h db
set TOKEN={}
setenv TOKEN {}
$env:API_KEY = "{}"
ENV SECRET_KEY {}
ENV SECRET_KEY={}
ARG NPM_TOKEN={}
docker run -e POSTGRES_PASSWORD={} postgres
docker run -e "MYSQL_ROOT_PASSWORD={}" mysql
      - MYSQL_ROOT_PASSWORD={}
      MYSQL_PASSWORD: {}
- name: DB_PASSWORD\n  value: {}
- name: DB_PASSWORD\n  value: "{}"
{{"name": "API_TOKEN", "value": "{}"}}
{{ "Key": "DbPassword", "Value": "{}" }}
<password>{}</password>
<Password>\n  {}\n</Password>
<ns:password>{}</ns:password>
<password encrypted="false">{}</password>
<password><![CDATA[{}]]></password>
<property name="password" value="{}"/>
<property name="hibernate.connection.password">{}</property>
<property><name>db.password</name><value>{}</value></property>
<property>\n  <name>fs.s3a.secret.key</name>\n  <value>{}</value>\n</property>
<add key="ApiKey" value="{}" />
<entry key="db.password">{}</entry>
<user name="admin" password="{}"/>
<user name='admin' password='{}' roles='x'/>
<string name="api_key">{}</string>
<key>password</key><string>{}</string>
<key>apiToken</key>\n\t<string>{}</string>
<setting name="Password" serializeAs="String"><value>{}</value></setting>
<input type="password" name="p" value="{}">
<server><id>x</id><passphrase>{}</passphrase></server>
sshpass -p {} ssh root@host
sshpass -p'{}' ssh root@host
sshpass -p "{}" scp a b
mysql -u root -p{} db
mysqldump --user=root --password={} db
redis-cli -h h -a {} ping
mongosh -u root -p {} --authenticationDatabase admin
docker login -u user -p {} registry
curl -u user:{} https://h
curl --user "user:{}" https://h
curl -s -u 'user:{}' https://h
curl -H "X-Api-Key: {}" https://h
curl -H 'PRIVATE-TOKEN: {}' https://h
curl -H "Authorization: Bearer {}" https://h
curl -b "session={}" https://h
curl -d 'user=u&password={}' https://h
wget --user=u --password={} https://h
ldapsearch -D cn=x -w {} -b dc=x
smbclient //h/s -U user%{}
echo "root:{}" | chpasswd
htpasswd -b -c file user {}
keytool -storepass {} -keypass x
openssl rsa -passin pass:{} -in k
gpg --batch --passphrase {} -d f
tool --token {} run
tool --api-key={} run
["tool", "--password", "{}"]
kubectl create secret generic s --from-literal=password={}
net user bob {} /add
sqlplus scott/{}@db
rabbitmqctl add_user bob {}
vault login {}
aws configure set aws_secret_access_key {}
https://user:{}@host/path
postgres://app:{}@db/prod
redis://:{}@cache:6379/0
amqp://guest2:{}@mq//
mongodb+srv://u:{}@c.example.net/db
git clone https://oauth2:{}@host/r.git
"postgres:\/\/app:{}@db\/prod"
next=https%3A%2F%2Fuser%3A{}%40host
jdbc:sqlserver://h;user=sa;password={};encrypt=true
jdbc:mysql://h/db?user=u&password={}
jdbc:postgresql://h/db?user=u&password={}&ssl=true
Server=h;Database=d;Uid=sa;Pwd={};
"Server=h;User Id=sa;Password={}"
host=h dbname=d user=u password={}
https://h/api?access_token={}&x=1
https://h/api?api_key={}
https://h/blob?sv=1&sig={}
Authorization: Bearer {}
Authorization: token {}
authorization={}
"Authorization": "Bearer {}"
headers = {{'Authorization': 'Bearer ' + "x", 'X-Auth-Token': '{}'}}
X-Api-Key: {}
X-Auth-Token: {}
x-vault-token: {}
Cookie: theme=dark; sessionid={}
Set-Cookie: JSESSIONID={}; Path=/; HttpOnly
PHPSESSID={}
CREATE USER bob IDENTIFIED BY '{}';
ALTER ROLE bob WITH PASSWORD '{}';
CREATE LOGIN bob WITH PASSWORD = '{}';
SET PASSWORD FOR 'bob' = PASSWORD('{}');
machine h login u password {}
db.example.net:5432:prod:app:{}
connection.password {}
the password is `{}`
// password: {}
/* token = "{}" */
""".strip().splitlines()
)  # fmt: skip


def filled(shape: str, secret: str) -> str:
    """The shape as it stands in a file."""
    return shape.replace("\\n", "\n").replace("\\t", "\t").format(secret)


def in_base64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


BASE64_SHAPES = (  # {} is base64 of "user:" and the secret
    '{{"auths": {{"https://index.docker.io/v1/": {{"auth": "{}"}}}}}}',
    "Authorization: Basic {}",
    '"Authorization": "Basic {}"',
    "curl -H 'Authorization: Basic {}' https://h",
    "_auth={}",
    "proxy-authorization: basic {}",
)
