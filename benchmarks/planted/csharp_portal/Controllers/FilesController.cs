using System;
using System.Data.SqlClient;
using System.Diagnostics;
using System.DirectoryServices;
using System.IO;
using System.IO.Compression;
using System.Net.Http;
using System.Runtime.Serialization.Formatters.Binary;
using System.Text.RegularExpressions;
using System.Threading.Tasks;
using System.Web;
using System.Xml;
using Dapper;
using Microsoft.AspNetCore.Html;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.CodeAnalysis.CSharp.Scripting;
using Newtonsoft.Json;

namespace Portal.Controllers
{
    [Route("files")]
    public class FilesController : Controller
    {
        private const string Root = "/srv/portal";
        private static readonly Regex Name = new Regex(@"^([\w.]+)*@$");
        private static readonly Regex Code = new Regex(@"^(\w+-?)+$", RegexOptions.None, TimeSpan.FromMilliseconds(50));
        private readonly SqlConnection connection;
        private readonly HttpClient client = new HttpClient();

        public FilesController(SqlConnection connection) => this.connection = connection;

        [HttpGet("search")]
        public object Search(string owner)
        {
            var command = new SqlCommand($"SELECT name FROM files WHERE owner = '{owner}'", connection);
            return command.ExecuteScalar();
        }

        [HttpGet("find")]
        public object Find(string owner)
        {
            var command = new SqlCommand("SELECT name FROM files WHERE owner = @owner", connection);
            command.Parameters.AddWithValue("@owner", owner);
            return command.ExecuteScalar();
        }

        [HttpGet("sorted")]
        public object Sorted(string column) =>
            connection.Query("SELECT name FROM files ORDER BY " + column);

        [HttpGet("recent")]
        public object Recent(int days) =>
            connection.Query("SELECT name FROM files WHERE age < @days", new { days });

        [HttpPost("scan")]
        public void Scan(string file) => Process.Start("cmd.exe", "/c scan.bat " + file);

        [HttpPost("convert")]
        public void Convert(string file)
        {
            var start = new ProcessStartInfo("pdftotext") { UseShellExecute = false };
            start.ArgumentList.Add(file);
            Process.Start(start);
        }

        [HttpGet("raw")]
        public byte[] Raw(string name) => System.IO.File.ReadAllBytes(Path.Combine(Root, name));

        [HttpGet("base")]
        public byte[] Base(string name) => System.IO.File.ReadAllBytes(Path.Combine(Root, Path.GetFileName(name)));

        [HttpPost("unpack")]
        public void Unpack(IFormFile upload)
        {
            using var archive = new ZipArchive(upload.OpenReadStream());
            foreach (var entry in archive.Entries)
            {
                entry.ExtractToFile(Path.Combine(Root, entry.FullName));
            }
        }

        [HttpPost("unpack-all")]
        public void UnpackAll(string archive) => ZipFile.ExtractToDirectory(archive, Root);

        [HttpGet("preview")]
        public Task<string> Preview(string url) => client.GetStringAsync(url);

        [HttpGet("status")]
        public Task<string> Status() => client.GetStringAsync("https://status.example.com/all");

        [HttpPost("restore")]
        public object Restore() => new BinaryFormatter().Deserialize(Request.Body);

        [HttpPost("settings")]
        public object Settings(string text) =>
            JsonConvert.DeserializeObject(text, new JsonSerializerSettings { TypeNameHandling = TypeNameHandling.All });

        [HttpPost("preferences")]
        public object Preferences(string text) =>
            JsonConvert.DeserializeObject<Version>(text);

        [HttpPost("import")]
        public void Import(string text)
        {
            var document = new XmlDocument { XmlResolver = new XmlUrlResolver() };
            document.LoadXml(text);
        }

        [HttpPost("import-safely")]
        public void ImportSafely(Stream text)
        {
            var settings = new XmlReaderSettings { DtdProcessing = DtdProcessing.Prohibit };
            using var reader = XmlReader.Create(text, settings);
        }

        [HttpPost("import-reader")]
        public void ImportReader(Stream text)
        {
            var settings = new XmlReaderSettings { DtdProcessing = DtdProcessing.Parse, XmlResolver = new XmlUrlResolver() };
            using var reader = XmlReader.Create(text, settings);
        }

        [HttpPost("formula")]
        public Task<object> Formula(string formula) => CSharpScript.EvaluateAsync(formula);

        [HttpGet("four")]
        public Task<int> Four() => CSharpScript.EvaluateAsync<int>("2 + 2");

        [HttpGet("people")]
        public SearchResult People(string name) =>
            new DirectorySearcher($"(&(objectClass=user)(cn={name}))").FindOne();

        [HttpGet("hello")]
        public HtmlString Hello(string name) => new HtmlString("<p>Hello " + name + "</p>");

        [HttpGet("bye")]
        public HtmlString Bye(string name) => new HtmlString("<p>Bye " + HttpUtility.HtmlEncode(name) + "</p>");

        [HttpGet("back")]
        public IActionResult Back(string url) => Redirect(url);

        [HttpGet("home")]
        public IActionResult Home(string url) => LocalRedirect(url);

        [HttpGet("language")]
        public void Language(string code) => Response.Headers.Add("Set-Cookie", "lang=" + code);
    }
}
