// Recognizes values that look like keys but are public: certificates, public keys, encoded words of mails (RFC 2047),
// and placeholders.

const PUBLIC =
  /\bRW[A-Z][\w+/]{53}(?![\w+/])|=\?[\w-]{2,24}\?[bq]\?[^?\s]{1,512}\?=|=\?[\w-]{2,24}\?[BQ]\?[^?\s]{1,512}\?=|ENC(?:\[[^\]\n]{1,4096}\]|\([^)\n]{1,4096}\))|\{cipher\}[\w+/=]+|\bvault:v\d{1,3}:[\w+/=]+|\|1\|[\w+/=]{20,40}\|[\w+/=]{20,40}|\bdata:[\w.+/-]{1,64}(?:;[\w=-]{1,64})?;base64,[\w+/=]+|"(?:n|x|y|x5c)"\s?:\s?\[?"[\w+/=-]{20,2048}"(?=[^{}\n]{0,2048}(?:\}|$))|-----BEGIN (?:CERTIFICATE|(?:[A-Z0-9]+ )?PUBLIC KEY|CERTIFICATE REQUEST|X509 CRL|PKCS7|PGP (?:PUBLIC KEY BLOCK|SIGNATURE|MESSAGE)|SSH SIGNATURE)-----[\w+/=\s\\:.()-]{1,16384}?(?:-----END [A-Z0-9 ]{1,40}-----|$)|\b(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-nistp\d{3}|sk-ssh-ed25519@openssh\.com)[ \t]+AAAA[\w+/]{20,2048}={0,3}/g;

/** Headers of mails and responses that hold signatures and names of contents, attributes of HTML, and lines of a diff. */
const PUBLIC_LINES =
  /^[ \t>*-]{0,8}(?:[<>] )?["']?(?:DKIM-Signature|X-Google-DKIM-Signature|ARC-[\w-]{4,32}|Message-ID|References|In-Reply-To|Received(?:-SPF)?|Return-Path|X-Received|ETag|If-(?:None-)?Match|If-Range|Last-Event-ID|Content-(?:MD5|Digest)|Repr-Digest|Digest|x-goog-hash|X-Cache-Key|Report-To|NEL|Content-Security-Policy(?:-Report-Only)?|CF-RAY|X-Amz-Cf-Id|X-Amz-Id-2|X-Vercel-Id|Server-Timing|Traceparent|Tracestate|Baggage|Change-Id|Subject-Key-Identifier)["']?\s?:[^\n]*(?:\n[ \t][^\n]*)*|\b(?:class|className|data-testid|data-test|aria-\w+|id|for|htmlFor|d)=(?:"[^"\n]*"|'[^'\n]*')|\b[\w-]{0,24}site-verification["'][^>\n]{0,24}content=["'][^"'\n]*["']|\bIN[ \t]+(?:C?DNSKEY|DS|CDS|TLSA|SSHFP|RRSIG|KEY|NSEC3?|OPENPGPKEY|CERT)[ \t][^\n]*|\bipfs:\/\/[^\s"']+|(?:^|\\n)index [0-9a-f]{7,40}\.\.[0-9a-f]{7,40}/gim;

/** Returns a function that tells whether a position of the text is inside a public part. */
export function publicParts(text: string): (at: number) => boolean {
  const parts = [...text.matchAll(PUBLIC), ...text.matchAll(PUBLIC_LINES)].map(
    ({ 0: part, index }) => [index, index + part.length] as const,
  );
  return (at) => parts.some(([from, to]) => from <= at && at < to);
}

// These patterns are applied only after something was found.

/** Beginnings of files in base64: images, fonts, archives, documents, sounds. */
const FILE =
  /^(?:\/9j\/[24]|iVBORw0KGgo|R0lGOD|UklGR|JVBERi0|d09GR|d09GM|AAEAAAA|T1RUTw|PHN2Zy|PD94bWwg|UEsDB|H4sI|SUkq|TU0AK|T2dnUw|SUQz|AAAA[A-Z]{1,2}Zml0e|AAABAA)[\w+/=\n\r -]{16,}/;
/** Keys that web pages publish, wallet addresses, content ids, and ids with prefixes of known services. */
const PUBLIC_VALUE =
  /^(?:pk_(?:live|test)_|pk\.eyJ|6L[\w-]{38}$|Qm[1-9A-HJ-NP-Za-km-z]{44}$|baf[a-z2-7]{50,}$|age1[a-z0-9]{50,}$|npub1|eyJ(?:hbGciOi|0eXAiOi)[\w-]{4,200}$|(?:bc1|tb1|ltc1|addr1|cosmos1)[a-z0-9]{20,}|0x[0-9a-fA-F]{40}$|(?:pvc|vol|lease|node|pod|task|job|run|req|request|trace|evt|event|msg)-[0-9a-f]{8}-[0-9a-f]{4}-|[a-z]{1,9}-[0-9a-f]{8}(?:[0-9a-f]{9})?$|A(?:IDA|ROA|GPA|IPA|NPA|NVA|PKA|SCA)[A-Z0-9]{16,}|AAAA[BCE]3Nza|GTM-|UA-\d|G-[A-Z0-9]{8,12}$|MI[IGH][\w+/]{40,}$|(?:[a-z]{2,12}_)?0[0-7][0-9A-Z]{24}$)/;
/** Values that were already masked, and placeholders. */
const MASKED =
  /\*{3,}|[xX]{6,}|\.{3}|…|•{2,}|^\[?(?:FILTERED|MASKED|HIDDEN|REDACTED|redacted|hidden|masked|filtered)\]?$/;
/** Labels before a value that mark it as public. */
const BEFORE =
  /(?:sha(?:1|224|256|384|512)|md5|integrity|checksum|digest|hash|etag|fingerprint|thumbprint|nonce|oid|site-verification|public[_ -]?key|publishable[_ -]?key|site[_ -]?key|(?:request|trace|span|correlation|client|event|message|version|channel|device|build|job|run|commit|tenant|subscription|object|cf|ray)[_ -]?ids?|traceparent|x5[tc]|kid|jti)\W{0,6}$|\b(?:h1|zh):$|\/nix\/store\/$|\bpeer:?\s$|\barn:[\w:/-]*$|\bk=(?:rsa|ed25519);\s?p=$|\bv=(?:DKIM1|BIMI1)\b[^"\n]{0,32}p=$/i;

/** A call that is given the name of an algorithm and a key. */
const SIGNING =
  /hmac-(?:sha\d{1,3}|md5)[: ]["']?$|hmac[\w.]*\s?\([^()]*$|pass\w*["'`]?\s?=\s?(?:MD5|SHA\d{0,3}|ENCRYPT)\(["']$/i;

/**
 * Whether a value that looks like a key is public, or already masked.
 *
 * @param before the text before the value
 */
export function isPublicValue(value: string, before: string): boolean {
  return (
    (PUBLIC_VALUE.test(value) && !/secret\W{0,4}$/i.test(before)) ||
    FILE.test(value) ||
    MASKED.test(value) ||
    (BEFORE.test(before) && !SIGNING.test(before))
  );
}
