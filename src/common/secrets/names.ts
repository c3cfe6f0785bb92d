// Decides by the name of a value whether the value is public. The last word of a name decides: a `private_key_id` is an
// id.

/** Last words of names whose values are public, however random they look. */
const PUBLIC_HEADS =
  'ids?|[ck]uid2?|ulid|ksuid|nanoid|xid|objectid|rowid|docid|mappings|uuid|guid|uid|oid|gid|sid|arn|hash|hashes|hashed|digest|checksum|checksums|sha|sha1|sha224|sha256|sha384|sha512|md5|crc32|blake2b|blake3|fingerprint|thumbprint|etag|integrity|version|revision|rev|commit|sha|ref|tag|serial|kid|jti|nonce|challenge|verification|verify|url|uri|href|link|src|path|file|filename|dir|folder|name|type|class|classname|style|selector|region|zone|host|hostname|server|bucket|image|container|pod|node|instance|tx|txid|transaction|block|address|cid|build|boundary|color|font|icon|trace|traceparent|tracestate|span|request|ray|cursor|mac|subnet|device|model|sku|isbn|vin|iban|bic|order|invoice|tracking|locale|format|algorithm|alg|kind|status|state|pubkey|sitekey|iv|mint|contract|wallet|x5t|x5c|package|module|chunk|asset|bundle|index|resolved|parent|tree|blob|object|head|from|merge|author|committer|message-id|in-reply-to|references|page|measurement|container_id|namespace|sequence|cluster|volume|snapshot|layer|manifest|record|txt|dnskey|ds|tlsa|sshfp';
const HEAD = new RegExp(
  `(?:${PUBLIC_HEADS})(?:[-_]?\\d{1,3}|#\\w{1,8})?["'\`)\\]}>]{0,3}\\s{0,4}(?::=|=>|[:=]|\\bis\\b|\\bof\\b)?\\s{0,4}(?:W\\/)?["'\`(\\[{<]{0,3}(?:[0-9a-f]{1,8}-)?$`,
  'i',
);
/**
 * Names of keys and tokens that are public or not secret, such as those of asymmetric encryption, pages and databases.
 */
const PUBLIC_NAMES =
  /sec-websocket-(?:key|accept)\W{0,4}$|\b(?:public|publishable)[ _-]?key\b[\w ]{0,32}[:=]\s?["'`]?$|(?:checksum|digest|fingerprint|sha\d{1,3})[/_.-][\w-]{1,32}["'`]?\s?[:=]\s{0,4}["'`]?$|existing[_-]?secret["'`]?\s?[:=]\s?["'`]?$|\bauth0 client\s?:\s?$|(?:public|publishable|pub|site|primary|foreign|partition|sort|cache|restore|idempotency|dedup\w*|translation|i18n|object|s3|storage|registry|hot|host|design|css|sync|resume|page|next|continuation|pagination|cancellation)[ _-]?(?:key|token)s?["'`)\]}]{0,3}\s{0,4}(?::=|=>|[:=(])?\s{0,4}["'`([{]{0,3}$/i;

/** Names of the two keys that a cloud service issues for one account, and the form of these keys. */
const ISSUED = /(?:primary|secondary)[ _-]?key\W{0,4}$/i;
const ISSUED_KEY = /^(?:[\w+/]{43}=|[\w+/]{86}==)$/;

/**
 * Whether the name that directly precedes a value says that it is public.
 *
 * @param before the text before the value
 */
export function isNamedPublic(before: string, value = ''): boolean {
  if (ISSUED.test(before) && ISSUED_KEY.test(value)) return false;
  if (PUBLIC_NAMES.test(before)) return true;
  if (/\.\w{1,32}\(["'`]?$/.test(before)) return false; // A method with such a name does not say that its argument is public.
  const at = HEAD.exec(before)?.index;
  if (at === undefined) return false;
  // The name begins with a whole word: after a separator, or with a capital letter after a small one.
  const isWord = /[^A-Za-z]$|[a-z][A-Z]$/.test(
    before.slice(Math.max(0, at - 1), at + (/[a-z]/.test(before.charAt(at - 1)) ? 1 : 0)),
  );
  return (at === 0 || isWord) && !SESSION.test(before.slice(Math.max(0, at - 12), at + 8));
}

/** The id of a session gives access to it. */
const SESSION = /sess(?:ion)?[_-]?ids?\b|; ?sid=|cookie: ?sid=/i;
