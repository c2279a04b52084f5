require_relative '../lib/import'

RSpec.describe 'import' do
  let(:password) { 'correct horse battery staple' }

  it 'makes different tokens' do
    expect(token).not_to eq(token)
  end

  xit 'hashes passwords' do
    expect(password_hash(password)).to match(/\h{32}/)
  end

  it 'seals', focus: true do
    expect(seal('a', 'k' * 16)).to be_a(String)
  end

  it 'invites' do
    invite
  end

  it 'imports drafts'
end
