defmodule Trail.Walks do
  import Ecto.Query

  def search(name) do
    Ecto.Adapters.SQL.query!(Repo, "SELECT * FROM walks WHERE name = '#{name}'")
  end

  def find(name) do
    Ecto.Adapters.SQL.query!(Repo, "SELECT * FROM walks WHERE name = $1", [name])
  end

  def thumbnail(file) do
    :os.cmd(String.to_charlist("convert #{file} thumb.png"))
    System.cmd("convert", [file, "thumb.png"])
  end

  def restore(content) do
    :erlang.binary_to_term(content)
    :erlang.binary_to_term(content, [:safe])
  end
end
