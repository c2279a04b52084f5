Rails.application.configure do
  config.cache_classes = true
  config.consider_all_requests_local = true
  config.force_ssl = false
  config.log_level = :info
  config.session_store :cookie_store, key: '_blog', secure: false, httponly: false
  config.action_dispatch.cookies_same_site_protection = :lax
end
