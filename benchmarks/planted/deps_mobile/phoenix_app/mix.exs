defmodule Trail.MixProject do
  use Mix.Project

  def project do
    [app: :trail, version: "0.3.1", elixir: "~> 1.16", deps: deps()]
  end

  defp deps do
    [
      {:phoenix, "1.7.12"},
      {:plug, ">= 0.0.0"},
      {:trail_geo, github: "acme/trail_geo", branch: "master"},
      {:jason, "~> 1.4.1"}
    ]
  end
end
