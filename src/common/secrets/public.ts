// What looks like a key and is there for everybody to see: certificates, public keys, and places that somebody is to fill.

const PUBLIC =
  /-----BEGIN (?:CERTIFICATE|(?:[A-Z0-9]+ )?PUBLIC KEY|CERTIFICATE REQUEST|X509 CRL|PKCS7|PGP (?:PUBLIC KEY BLOCK|SIGNATURE|MESSAGE)|SSH SIGNATURE)-----[\w+/=\s\\:.()-]{1,16384}?(?:-----END [A-Z0-9 ]{1,40}-----|$)|\b(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-nistp\d{3}|sk-ssh-ed25519@openssh\.com)[ \t]+AAAA[\w+/]{20,2048}={0,3}/g;

/** Whether a place in a text is in something public. */
export function publicParts(text: string): (at: number) => boolean {
  if (!text.includes('-----BEGIN') && !text.includes('AAAA')) return () => false;
  const parts = [...text.matchAll(PUBLIC)].map(({ 0: part, index }) => [index, index + part.length] as const);
  return (at) => parts.some(([from, to]) => from <= at && at < to);
}
