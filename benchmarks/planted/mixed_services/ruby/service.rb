require 'sinatra'
require 'open3'
require 'sqlite3'
require 'rexml/document'
require 'oj'
require 'zip'
require 'csv'
require 'faraday'
require 'liquid'

DB = SQLite3::Database.new('service.db')
TABLES = %w[items places].freeze

set :bind, '0.0.0.0'
set :session_secret, '{{secret:hex128:214}}'
set :protection, except: [:json_csrf]
set :show_exceptions, false

get '/items' do
  owner = params['owner']
  query = "SELECT * FROM items WHERE owner = '#{owner}'"
  DB.execute(query).to_s
end

get '/items/:id' do
  DB.execute('SELECT * FROM items WHERE id = ?', [params['id']]).to_s
end

get '/counts' do
  TABLES.map { |table| DB.execute("SELECT count(*) FROM #{table}") }.to_s
end

get '/number' do
  DB.execute("SELECT * FROM items WHERE id = #{params['id'].to_i}").to_s
end

get '/trace' do
  out, = Open3.capture2("traceroute #{params['host']}")
  out
end

get '/ping' do
  out, = Open3.capture2('ping', '-c', '1', params['host'])
  out
end

get '/open' do
  open(params['name']).read
end

get '/disk' do
  IO.popen(%w[df -h]).read
end

get '/list' do
  command = "ls #{params['folder']}"
  %x(#{command})
end

get '/hello' do
  "<h1>Hello #{params['name']}</h1>"
end

get '/bye' do
  "<h1>Bye #{Rack::Utils.escape_html(params['name'])}</h1>"
end

get '/proxy' do
  Faraday.get(params['address']).body
end

get '/status' do
  Faraday.get('https://status.example.com').body
end

post '/load' do
  Oj.load(request.body.read, mode: :object)
end

post '/strict' do
  Oj.load(request.body.read, mode: :strict)
end

post '/filter' do
  instance_eval(params['code'])
end

post '/kind' do
  Object.const_get(params['kind']).new.to_s
end

post '/item' do
  Object.const_get(:String).new('a')
end

post '/page' do
  erb params['page']
end

post '/mail' do
  Liquid::Template.parse('Dear {{ name }}').render('name' => params['name'])
end

get '/file' do
  File.read("files/#{params['name']}")
end

post '/unpack' do
  Zip::File.open(params['archive'][:tempfile]) do |zip|
    zip.each { |entry| entry.extract(File.join('files', entry.name)) }
  end
end

get '/next' do
  redirect params['next']
end

get '/home' do
  redirect '/'
end
