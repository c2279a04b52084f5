Rails.application.routes.draw do
  resources :posts, only: %i[index show create]
  match '/hooks', to: 'hooks#create', via: :all
end
