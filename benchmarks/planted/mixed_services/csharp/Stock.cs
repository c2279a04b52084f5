using System;
using System.Collections.Generic;
using System.Data;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Runtime.Serialization.Formatters.Soap;
using System.Text;
using System.Threading.Tasks;
using System.Web.Script.Serialization;
using System.Xml;
using System.Xml.Linq;
using System.Xml.XPath;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Mvc;
using Microsoft.EntityFrameworkCore;
using RazorEngine;

namespace Stock
{
    public class StockController : Controller
    {
        private const string Table = "Items";
        private static readonly Dictionary<string, string> Columns = new() { ["name"] = "Name" };
        private readonly StockContext context;

        public StockController(StockContext context) => this.context = context;

        public IQueryable<Item> Search(string name)
        {
            var statement = "SELECT * FROM Items WHERE Name = '" + name + "'";
            return context.Items.FromSqlRaw(statement);
        }

        public IQueryable<Item> Find(string name) =>
            context.Items.FromSqlInterpolated($"SELECT * FROM Items WHERE Name = {name}");

        public int Count(IDbCommand command)
        {
            command.CommandText = $"SELECT count(*) FROM {Table}";
            return (int)command.ExecuteScalar();
        }

        public object Sorted(IDbCommand command, string column)
        {
            command.CommandText = string.Format("SELECT * FROM Items ORDER BY {0}", column);
            return command.ExecuteReader();
        }

        public object SortedWell(IDbCommand command, string column)
        {
            command.CommandText = "SELECT * FROM Items ORDER BY " + Columns[column];
            return command.ExecuteReader();
        }

        public void Pack(string folder)
        {
            var start = new ProcessStartInfo { FileName = "cmd.exe", Arguments = $"/c zip out.zip {folder}" };
            Process.Start(start);
        }

        public void Date() => Process.Start("date", "-u");

        public string Label(string name)
        {
            var path = "/srv/labels/" + name;
            return System.IO.File.ReadAllText(path);
        }

        public string Number(int number) => System.IO.File.ReadAllText($"/srv/labels/{number}.txt");

        public string Fetch(string address)
        {
            using var client = new WebClient();
            return client.DownloadString(address);
        }

        public Task<string> Rates(HttpClient client, string code) =>
            client.GetStringAsync($"https://rates.example.com/{Uri.EscapeDataString(code)}");

        public object Soap(Stream body) => new SoapFormatter().Deserialize(body);

        public object Script(string text) =>
            new JavaScriptSerializer(new SimpleTypeResolver()).DeserializeObject(text);

        public object Plain(string text) => System.Text.Json.JsonSerializer.Deserialize<Item>(text);

        public void Text(string text)
        {
            var reader = new XmlTextReader(new StringReader(text)) { DtdProcessing = DtdProcessing.Parse };
            while (reader.Read()) { }
        }

        public XDocument Linq(string text) => XDocument.Parse(text);

        public object Person(XPathNavigator people, string name) =>
            people.SelectSingleNode("//person[name='" + name + "']");

        public object First(XPathNavigator people) => people.SelectSingleNode("//person[1]");

        public string Page(string template) => Razor.Parse(template, new { Name = "a" });

        public ContentResult Hello(string name) => Content($"<h1>{name}</h1>", "text/html");

        public ContentResult Plain2(string name) => Content(name, "text/plain");

        public object Make(string type) => Activator.CreateInstance(Type.GetType(type));

        public object MakeItem() => Activator.CreateInstance(typeof(Item));

        public void Quietly(Action work)
        {
            try
            {
                work();
            }
            catch
            {
            }
        }

        public static void Configure(IApplicationBuilder app)
        {
            app.UseDeveloperExceptionPage();
            app.UseHttpsRedirection();
            app.UseCors(policy => policy.SetIsOriginAllowed(origin => true).AllowCredentials());
        }
    }
}
