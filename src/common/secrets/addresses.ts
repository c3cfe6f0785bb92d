import type { Span } from './known.js';
import { madeUp } from './made-up.js';

// URLs that are secrets by themselves: whoever knows the URL of a webhook may write to it, and whoever knows a reset
// link may reset the password.

const ADDRESS = /\b(?:https?|rtmps?|wss?):\/\/[^\s"'<>`\\]{8,1024}/g;
/** Words that occur in URLs which are issued to one person or one service. */
const GIVEN =
  /hook|infura|alchemy|quiknode|ankr\.com|moralis|rtmps?:|\/api\/[\w-]{40}\/|reset|invit|magic|verif|confirm|activat|private|secret|token|\/bot\d{6}|\/(?:key|auth|sso|s|join|share|unsubscribe|onetime|otl)\b|ntfy|hc-ping/i;
const HOOKS = /^https?:\/\/(?:[\w-]+\.)*[\w-]*hooks?[\w-]*\./i;
const PIECE = /[^/?#&=:@;]+/g;
/** Names of URL parameters whose value is secret. */
const PARAMETER =
  /(?:token|key|secret|sig|signature|pass|pwd|auth|code|magic|otp|session|sid|appid|ticket|invite|hash|nonce|jwt)$/i;

export function findInAddresses(text: string): Span[] {
  const found: Span[] = [];
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    const isGiven = GIVEN.test(address);
    if (!isGiven && !address.includes('=')) continue;
    const path = address.search(/(?<=[^/:])[/?]/);
    if (path < 0) continue;
    const question = address.indexOf('?');
    const isHook = HOOKS.test(address);
    let before = '';
    PIECE.lastIndex = path;
    for (let match = PIECE.exec(address); match; match = PIECE.exec(address)) {
      const at = match.index;
      const bare = match[0].replace(/^(?:private|secret)-/, '').replace(/[.,)\]}]+$/, '');
      const from = at + match[0].indexOf(bare);
      const isValue = question >= 0 && at > question;
      const isNamed = isValue && address[at - 1] === '=' && PARAMETER.test(before);
      const isShort = isHook && !isValue && /^\d+$/.test(before) && /^[A-Za-z0-9]{6,}$/.test(bare);
      before = match[0];
      if (!isShort && !(isValue ? isNamed || (isGiven && address[at - 1] === '=') : isGiven)) continue;
      // A commit id in the URL of a page is not secret.
      if (/^[0-9a-f]{40}$/.test(bare) && !/hook|reset|invit|magic|private/i.test(address)) continue;
      // So is the id of a page behind the words of its title.
      if (!isValue && /^(?:[A-Za-z\d]{1,32}-){1,16}[0-9a-f]{32}$/.test(bare)) continue;
      if (!isShort && (bare.length < 12 || madeUp(bare) === 'no')) continue;
      found.push({ from: index + from, to: index + from + bare.length, rule: 'address that is a secret' });
    }
  }
  return found;
}
