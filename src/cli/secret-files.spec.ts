import { expect, it } from 'vitest';
import { isSecretName } from './secret-files.js';

it('knows the usual names of files that hold nothing but keys and passwords', () => {
  const names = [
    ...['.env', '.env.local', '.env-prod', 'prod.env', 'PROD.ENV', 'app.env.production'],
    ...['id_rsa', 'id_rsa.bak', 'id_ed25519', 'id_ecdsa_sk', 'ssh_host_rsa_key', 'secring.gpg'],
    ...['server.pem', 'server.key', 'AuthKey_X.p8', 'a.p12', 'a.pfx', 'a.jks', 'a.keystore', 'a.ppk', 'team.kdbx', 'a.kdb'],
    ...['.npmrc', '.netrc', '_netrc', '.pypirc', '.pgpass', '.htpasswd', 'site.htpasswd', '.git-credentials', '.my.cnf'],
    ...['kubeconfig', 'prod.kubeconfig', 'terraform.rc', 'office.ovpn', 'http.keytab'],
    ...['credentials', 'Credentials.json', 'credentials.csv', 'db.credentials.yml', 'credentials.yml.enc'],
    ...['secrets.yaml', 'secrets.yml', 'secret.json', 'secrets.prod.yaml', 'app.secrets.toml', 'secrets.env'],
    ...['client_secret_12-ab.apps.json', 'application_default_credentials.json', 'shop-firebase-adminsdk-1a.json'],
    ...['rootkey.csv', 'ann_accessKeys.csv', 'Chrome Passwords.csv', 'bitwarden_export_2026.json'],
  ]; // prettier-ignore
  expect(names.filter((name) => !isSecretName(name))).toEqual([]);
});

it('keeps documents about keys, and other files with similar names', () => {
  const names = [
    ...['environment.md', '.env.md', '.environment', 'env.ts', 'env', 'environments.csv', 'app.env.example'],
    ...['key.md', 'keys.csv', 'keyboard.txt', 'monkey', 'id_rsa.md', 'pem.md', 'id_card.txt', 'ssh_host.txt'],
    ...['credentials.md', 'credentials.pdf', 'credentials.ts', 'credentials-policy.yaml', 'rotate-credentials.sh'],
    ...['secrets.md', 'secrets.ts', 'secrets.html', 'secret-santa.csv', 'rotate-secrets.yaml', 'secrets'],
    ...['passwords.md', 'password-policy.csv', 'server.crt', 'npmrc.md', 'bitwarden.md', 'service-account.yaml'],
  ]; // prettier-ignore
  expect(names.filter(isSecretName)).toEqual([]);
});
