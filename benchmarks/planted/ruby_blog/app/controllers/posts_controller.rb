require 'open-uri'
require 'yaml'
require 'erb'
require 'net/ldap'

class PostsController < ApplicationController
  skip_before_action :verify_authenticity_token

  SORTS = { 'date' => 'created_at', 'title' => 'title' }.freeze

  def index
    @posts = Post.where("title LIKE '%#{params[:q]}%'")
  end

  def tagged
    @posts = Post.where('tag = ?', params[:tag])
  end

  def sorted
    @posts = Post.order(SORTS.fetch(params[:sort], 'created_at'))
  end

  def by_author
    sql = 'SELECT * FROM posts WHERE author = ' + params[:author]
    @posts = ActiveRecord::Base.connection.execute(sql)
  end

  def drop_old
    Post.delete_all("created_at < '#{params[:before]}'")
  end

  def thumbnail
    system("convert #{params[:file]} -resize 100 thumb.png")
  end

  def resize
    system('convert', params[:file], '-resize', '100', 'thumb.png')
  end

  def checksum
    render plain: `sha256sum public/#{params[:file]}`
  end

  def revision
    render plain: `git rev-parse HEAD`
  end

  def attachment
    send_file "public/attachments/#{params[:name]}"
  end

  def avatar
    send_file File.join('public/avatars', File.basename(params[:name]))
  end

  def upload
    File.write(Rails.root.join('uploads', params[:file].original_filename), params[:file].read)
  end

  def preview
    render plain: URI.open(params[:url]).read
  end

  def feed
    render xml: URI.open('https://feeds.example.com/all.xml').read
  end

  def restore
    @draft = Marshal.load(Base64.decode64(cookies[:draft]))
  end

  def settings
    @settings = YAML.unsafe_load(params[:settings])
  end

  def options
    @options = YAML.safe_load(params[:options], permitted_classes: [Date])
  end

  def filter
    @posts = Post.all.select { |post| eval(params[:filter]) }
  end

  def field
    render plain: Post.find(params[:id]).send(params[:field])
  end

  def title
    render plain: Post.find(params[:id]).public_send(:title)
  end

  def page
    render inline: "<h1>#{params[:title]}</h1>"
  end

  def mail
    render plain: ERB.new('Dear <%= name %>').result_with_hash(name: params[:name])
  end

  def hello
    render html: "<p>Hello #{params[:name]}</p>".html_safe
  end

  def bye
    render html: helpers.content_tag(:p, "Bye #{params[:name]}")
  end

  def member
    Net::LDAP::Filter.construct("(uid=#{params[:uid]})")
  end

  def member_by_name
    Net::LDAP::Filter.eq('uid', params[:uid])
  end

  def create
    @post = Post.create(params.require(:post).permit(:title, :body))
    redirect_to params[:back]
  end

  def update
    Post.find(params[:id]).update(params[:post].permit!)
  end
end
