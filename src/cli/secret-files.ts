// The usual names of files that hold nothing but keys and passwords. Pure functions. Contents are not considered here:
// secrets in other files are cut out by the service.

/** Documents are about keys, whatever their name: `id_rsa.md`, `credentials.pdf`. */
const DOCUMENT = /\.(?:md|mdx|markdown|rst|adoc|html?|pdf|docx|pptx|odt)$/;

const STAGE = '(?:local|dev|development|test|testing|ci|qa|stage|staging|prod|production|live)';
const SETTINGS = '(?:json|ya?ml|toml|ini|cfg|conf|properties|xml|csv|txt|enc|ya?ml\\.enc|json\\.enc)';

/** Names in lower case. */
const SECRET_NAMES = [
  // Keys, certificates with keys, key stores, password stores. Certificates alone (`.crt`, `.cer`) are public.
  /\.(?:pem|key|p8|p12|pfx|pkcs12|pvk|ppk|jks|jceks|bcfks|keystore|truststore|kdbx?|1pux|agilekeychain|opvault|ovpn|agekey|keytab)$/,
  /^(?:id_(?:rsa|dsa|ecdsa|ecdsa_sk|ed25519|ed25519_sk|xmss)|ssh_host_[a-z0-9]+_key|secring)(?:[.~-].*)?$/,
  // Environments: `prod.env`, `.env`, `.env.local`, `app.env.production`, but not `app.env.example`.
  /\.env$/,
  /^\.env(?:[.-].*)?$/,
  new RegExp(`\\.env\\.${STAGE}$`),
  // Files in which programs keep their passwords; some systems write `_` for the dot.
  /^[._](?:netrc|npmrc|yarnrc|pypirc|pgpass|git-credentials|htpasswd|dockercfg|vault-token|s3cfg|boto|my\.cnf|mylogin\.cnf|envrc|databrickscfg|terraformrc)$/,
  /^(?:htpasswd|pgpass\.conf|terraform\.rc|kubeconfig(?:\.ya?ml)?)$/,
  /\.(?:pgpass|htpasswd|kubeconfig)$/,
  // Credentials and secrets: `credentials`, `db.credentials.json`, `secrets.yaml`, `secrets.prod.yml`.
  new RegExp(`^(?:.+\\.)?credentials?(?:\\.${STAGE})?(?:\\.${SETTINGS})?$`),
  new RegExp(`^(?:.+\\.)?secrets?(?:\\.${STAGE})?\\.${SETTINGS}$`),
  /^(?:application_default_credentials|client_secrets?(?:[_-].+)?|.+-firebase-adminsdk-.+|service[_-]account[_-]?key)\.json$/,
  /^(?:rootkey|.+_accesskeys)\.csv$/,
  // What browsers and password managers export.
  /^(?:.+[ _-])?passwords\.csv$/,
  /^(?:bitwarden|lastpass|keepass|1password|dashlane)[ _-].*export.*\.(?:csv|json|xml|txt)$/,
];

/** Whether files of this name, without its folder, usually hold nothing but keys or passwords. */
export function isSecretName(name: string): boolean {
  const small = name.toLowerCase();
  return !DOCUMENT.test(small) && SECRET_NAMES.some((pattern) => pattern.test(small));
}
