import type { Span } from './known.js';
import { randomBits } from './random-bits.js';

// Finds codes that are issued once and often kept on paper: recovery codes, two-factor seeds, PINs of cards and doors,
// wallet phrases.

const RECOVERY =
  /(?:recovery|backup|rescue|scratch|emergency|one-time|single-use|wiederherstellungs|notfall|einmal|secours|récupération)[ _-]{0,2}(?:codes?|keys?|schl(?:ü|ue)ssel|passw(?:o|ö)rter)\b/gi;
const RECOVERED = [
  'recovery',
  'backup',
  'rescue',
  'scratch',
  'emergency',
  'one-time',
  'single-use',
  'wiederher',
  'notfall',
  'einmal',
  'secours',
  'récup',
];
/** Number of characters after such a word in which codes are searched. */
const REACH = 600;
const CODE =
  /(?<![\w-])(?:(?=[a-z0-9-]*\d)[a-z0-9]{4,10}(?:-[a-z0-9]{4,10}){1,9}|\d{3,6}(?: \d{3,6}){1,7}|(?=[a-z]*\d)[a-z0-9]{8,24}|\d{6,12})(?![\w-])/gi;

interface Form {
  readonly rule: string;
  /** Each matching text contains one of these words in lower case; searching for them is faster than the pattern. */
  readonly words: readonly string[];
  /** The first group stays in the text; the second is redacted. */
  readonly pattern: RegExp;
  /** Minimum bits of randomness of the second group (randomBits); absent if any value counts. */
  readonly bits?: number;
}

const FORMS: readonly Form[] = [
  {
    rule: 'combination of a lock',
    words: ['kombination', 'combination', 'combinaison'],
    pattern:
      /(\b(?:zahlen)?(?:kombination|combination|combinaison)\b[^\n\d]{0,32}?(?:is|ist|est|:|=) ?)(\d{1,2}(?:[- ]\d{1,2}){2,4})\b/gi,
  },
  {
    rule: 'combination of a lock',
    words: ['tresor', 'safe', 'schloss', 'coffre', 'lock', 'caja fuerte', 'cassaforte'],
    pattern:
      /((?:tresor|schloss|\bsafe|\bcoffre(?:-fort)?|\b(?:pad)?lock|\bcaja fuerte|\bcassaforte)(?: (?:code|combo|nummer))?\s?(?::|=|is|ist|est|es|è)\s?)(\d{2}(?:[- ]\d{2}){2,4})(?![\w-]| [A-Za-z])/gi,
  },
  {
    rule: 'PIN',
    words: ['pin ', 'puk '],
    pattern:
      /(\b(?:PIN|PUK) (?:der|des|vom|von|zur|zum|für|of|for|de|du|del|della)\b[^\n.:=\d]{1,40}? )(\d{4,8})(?=[.,;!)"'](?!\d)|\s*$| (?:und|and|et) )/gm,
  },
  {
    rule: 'password of a wireless network',
    words: ['ssid', 'wifi', 'wlan', 'wi-fi'],
    pattern:
      /(\b(?:ssid|wi-?fi|wlan)\b[^\n]{0,64}?\b(?:key|schlüssel|code|clé|clave|chiave)\s?[:=]?\s{1,2}["'`„“]?)(?!wpa|wep|\w*[([.])((?=[^\s"',;]{0,32}\d)(?=[^\s"',;]{0,32}[a-z])[^\s"'`,;]{8,63})/gi,
  },
  {
    rule: 'key with a prefix',
    words: ['rgapi-', 'sdk-', 'pat-', 'api-', 'key-', 'sk-', 'secret-', 'token-'],
    pattern:
      /()(?<![\w./-])((?:RGAPI|sdk|pat|api|key|sk|secret|token)-(?:[a-z0-9]{2,8}-)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\b/g,
  },

  {
    rule: 'one-time code',
    words: ['is your', 'ist dein', 'ist ihr', 'est votre'],
    pattern: /(^|[\s"'])((?:[A-Z]{1,3}-)?\d{4,8})(?= (?:is your|ist dein|ist Ihr|est votre)[^\n]{0,32}[Cc]ode)/gm,
  },
  {
    rule: 'static key of OpenVPN',
    words: ['openvpn static key'],
    pattern: /(BEGIN OpenVPN Static key V1-----\s{1,4})((?:[0-9a-f]{32}\s{0,4}){1,16})/gi,
  },
  {
    rule: 'password of a device',
    words: ['key-string 7', 'password 7', 'key 7', 'secret 7', 'md5 7'],
    pattern: /(\b(?:password|key-string|key|secret|md5) 7 )([0-9a-f]{6,64})\b/gi,
  },
  {
    rule: 'password of a device',
    words: [' auth ', ' priv '],
    pattern:
      /(\b(?:auth|priv) (?:md5|sha(?:-?\d{1,3})?|des|3des|aes(?:[ -]?\d{1,3})?) ["']?)(?!priv\b|auth\b)([^\s"']{8,64})/gi,
  },
  {
    rule: 'password of a task',
    words: ['/rp '],
    pattern: /(\s\/rp ["']?)([^\s"']{4,64})/gi,
  },
  {
    rule: 'password of a connection',
    words: [': eap', ': xauth', ': psk', ': ntlm', '" *'],
    pattern:
      /((?:^|\s): (?:EAP|XAUTH|PSK|NTLM) "|^\S{1,64}[ \t]{1,16}\S{1,64}[ \t]{1,16}"(?=[^\s"]{4,64}"[ \t]{1,16}(?:\*|[\d.]{7,15})[ \t]{0,4}$))([^"\n]{4,64})(?=")/gm,
  },
  {
    rule: 'password in a list of users',
    words: ['{plain}', '{cleartext}', '{plain-md5}'],
    pattern: /(\{(?:PLAIN|CLEARTEXT)\})([^\s:{}]{4,64})/gi,
  },
  {
    rule: 'password of a mail server',
    words: ['334 ', 'auth plain', 'auth login'],
    pattern:
      /((?:\b334 (?:UGFzc3dvcmQ6|VXNlcm5hbWU6)\s{1,4}(?:[CS]: ?)?|\bAUTH (?:PLAIN|LOGIN) ))([\w+/]{6,256}={0,2})/g,
  },
  {
    rule: 'password of Redis',
    words: ['setuser'],
    pattern: /(\bSETUSER \S{1,64}(?: [\w+@~*-]{1,64}){0,8} >)([^\s"']{4,128})/gi,
  },
  {
    rule: 'password for one program',
    words: ['pass', 'kennwort', 'senha', 'contras', 'clave'],
    pattern:
      /((?:pass(?:word|wort|code)?|kennwort|mot de passe|senha|contraseña|clave)\b[^\n]{0,96}?[\s:=]{1,3}["'`]?)((?:[a-z]{4}([- ]))(?:[a-z]{4}\3){2}[a-z]{4})(?![\w-])/gi,
    bits: 15,
  },
  {
    rule: 'key with a prefix',
    words: ['oauth', 'api', 'live', 'test', 'secret', 'token', 'pat', 'key', 'sk', 'auth', 'admin', 'prod'].flatMap(
      (word) => [`_${word}_`, `${word}_`, `_${word}-`, `${word}-`],
    ),
    pattern:
      /()(?<![\w./-])((?!pk[_-]|pub)(?:[a-z][a-z0-9]{1,11}[_-]){0,2}(?:oauth|api|live|test|secret|token|pat|key|sk|auth|admin|prod)[_-](?:\d{4,12}_)?(?=[A-Za-z0-9]{0,20}\d)[A-Za-z0-9]{24,200})(?![\w.-])/g,
    bits: 24,
  },

  {
    rule: 'password of a drive',
    words: ['net use'],
    pattern: /(\bnet use (?:\w:|\*) {1,3}\\\\[^\s"]{1,128} {1,3})(?!\/)([^\s"]{4,64})/gi,
  },
  {
    rule: 'password of a wireless network',
    words: ['wifi:'],
    pattern: /(\bWIFI:(?:[TSH]:[^;\n]{0,64};){0,3}P:)((?:[^;\n\\]|\\.){4,64})(?=;)/g,
  },
  {
    rule: 'authorization header',
    words: ['basic ', 'bearer '],
    pattern: /(\b(?:Basic|Bearer) )(?=[\w+/.~-]{0,32}\d)(?=[\w+/.~-]{0,32}[A-Z])([\w+/.~-]{16,4096}={0,2})/g,
  },
  { rule: 'DeepL key', words: [':fx'], pattern: /()\b([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}:fx)\b/g },

  {
    rule: 'password behind its name',
    words: [
      'jelsz',
      'hesl',
      'парол',
      'κωδικ',
      'كلمة',
      'رمز',
      'پاس',
      'पासवर्ड',
      'סיסמ',
      'mật khẩu',
      'kata sandi',
      'lozink',
      'gesl',
      'slaptaž',
      'şifr',
      'лозинк',
      '密码',
      '密碼',
      '口令',
      'パスワード',
      '비밀번호',
      '암호',
      'รหัสผ่าน',
      'salasan',
      'hasł',
      'adgangskod',
      'lösenord',
      'wachtwoord',
      'contras',
      'senha',
      'kennwort',
    ],
    pattern:
      /((?<![A-Za-z])(?:jelsz[óa]|hesl[oaeu]|парол[ьяюе]|κωδικ(?:ός|ό|ού)|كلمة (?:المرور|السر)|رمز (?:المرور|عبور)|پاسورد|पासवर्ड|סיסמ[התא]|mật khẩu|kata sandi|lozink[aeu]|gesl[oa]|slaptažod\p{L}{0,3}|şifre|лозинк[ауе]|密[码碼]|口令|パスワード|비밀번호|암호|รหัสผ่าน|salasana|hasł[oa]|adgangskode|lösenord|wachtwoord|contraseña|senha|kennwort)\p{L}{0,6}(?:[^\n\p{Script=Latin}\p{N}]{0,32}?[\s:="'`“„«「『（(]|\s?(?:to|je|er|är|on|là|adalah|este|is|nu|é|es|ist|lautet|był[ao]|bylo)[\s:="'`“„«]{1,3}|(?<=\P{ASCII}))["'`“„«]?)((?=[A-Za-z!#%^*_+@.-]{0,64}\d)(?=[\d!#%^*_+@.-]{0,64}[A-Za-z])[A-Za-z0-9!#%^*_+@$&?-]{6,64})(?![\w/])/giu,
  },
  {
    rule: 'key of a signature',
    words: ['hmac'],
    pattern:
      /(\b(?:createHmac|hmac\.new|hash_hmac|hmac|new_hmac|HMAC\.(?:hexdigest|digest)|HmacSHA\d{1,3})\s?\((?:[^()\n]{0,64}[,(]\s?)?b?["'`])(?!sha|md5)((?=[^"'`\s]{0,64}\d)[^"'`\s]{8,256})(?=["'`])/gi,
  },
  {
    rule: 'password in SQL',
    words: ['password'],
    pattern:
      /(\b(?:with|encrypted|unencrypted|set|change)\s{1,4}password\s{0,4}(?:=\s{0,4})?N?')(?![:$<%{?&]|password|changeme)([^'\s]{4,128})(?=')/gi,
  },
  {
    rule: 'password of a server',
    words: ['requirepass', 'masterauth', '_pass', '_pw', '-pass'],
    pattern:
      /^([ \t]{0,16}(?:requirepass|masterauth|[a-z][a-z.-]{0,24}[_-](?:pass|password|passwd|pw|pwd|passphrase))[ \t]{1,16}"?)((?=[^\s"]{0,64}\d)(?=[^\s"]{0,64}[a-z])(?![$<{%])[^\s"();,=:]{6,128})(?="?[ \t]*$)/gim,
  },
  {
    rule: 'password of a wireless network',
    words: ['wpa-psk'],
    pattern: /^([ \t]{0,16}wpa-psk[ \t]{1,8})([^\s"$<][^\n"]{6,61}[^\s"])(?=[ \t]*$)/gim,
  },
  {
    rule: 'password of a user',
    words: ['user'],
    pattern:
      /(\buser(?:name)?["']? [\w.@-]{1,64},? (?:there |here |with |and |is )?(?:the )?(?:pass(?:word)?|pw|pwd) (?:is )?["']?)((?=[^\s"',;]{0,64}\d)(?=[^\s"',;]{0,64}[a-z])(?![$<{%])[^\s"',;()=]{6,64})/gi,
  },
  {
    rule: 'password in an address',
    words: ['pass', 'pwd', 'pw='],
    pattern:
      /([?&](?:user_?|login_?|new_?|old_?)?(?:password|passwd|passwort|passphrase|pass|pwd|pw)=)((?=[^\s"'&#]{0,64}\d)(?=[^\s"'&#]{0,64}[a-z])[^\s"'`&#<>${}()[\]]{5,128})/gi,
  },
  {
    rule: 'password in SQL',
    words: ['identified by'],
    pattern:
      /(\bidentified\s{1,4}by\s{1,4})(?!values\b|password\b|externally|globally|["'<&:$])((?=[^\s;]{0,64}\d)[^\s;'"]{4,64})/gi,
  },
  {
    rule: 'passphrase',
    words: ['pass'],
    pattern:
      /(\b(?:password|passphrase|passwort)["']?\s?(?:is|was|ist|lautet|to|[:=])\s{0,2}["'])((?![^"']{0,64}\b(?:a|an|the|is|are|was|be|to|for|of|or|and|in|on|at|by|with|your|you|must|not|no|please|if|this|that|has|have|can|cannot|will|should|from|as|password|passwort)\b)[a-z]{3,12}(?:[ -][a-z0-9]{3,12}){3,9})(?=["'])/gi,
  },
  {
    rule: 'passphrase',
    words: ['pass', 'kennwort', 'mot de passe'],
    pattern:
      /(\b(?:(?:pass(?:phrase|word|wort|code)|kennwort|mot de passe)\b(?: (?:for|of|für|von|zum|pour|de) [\w .-]{1,32})?\s?(?:is|was|ist|lautet|est|[:=]))\s{0,2}["'`]?)([a-z]{3,10}(?:-[a-z]{3,10}){3,7}(?:-\d{1,4})?)(?![\w./-])/gi,
  },
  {
    rule: 'password of a wireless network',
    words: ['keymaterial>'],
    pattern: /(<keyMaterial>)([^<\s]{8,64})(?=<)/gi,
  },
  {
    rule: 'token of a package server',
    words: ['-oauth"', 'bundle_', '-token"'],
    pattern:
      /("(?:github|gitlab|bitbucket)-(?:oauth|token)"\s?:\s?\{\s{0,16}"[\w.-]{1,64}"\s?:\s?"|\bBUNDLE_[A-Z0-9_]{4,64}\s?[=:]\s?["']?)((?=[^\s"']{0,64}\d)[\w:.-]{12,256})/g,
  },
  {
    rule: 'password of a proxy',
    words: ['login='],
    pattern: /(\blogin=[\w.@-]{1,64}:)([^\s"'&:]{4,64})/g,
  },
  {
    rule: 'address that is a secret',
    words: ['build_hooks/'],
    pattern: /(\/build_hooks\/)([0-9a-f]{20,40})\b/g,
  },
  {
    rule: 'password of digits',
    words: [
      'pass',
      'pwd',
      'pw',
      'kennwort',
      'mot de passe',
      'mdp',
      'senha',
      'contras',
      'wlan',
      'wifi',
      'wi-fi',
      'network key',
    ],
    pattern:
      /(\b(?:pass(?:word|wort|code|phrase)?|pwd|pw|kennwort|mot de passe|mdp|senha|contraseña|(?:wlan|wi-?fi|network)[ -]?(?:schlüssel|key|code|pw|pass(?:word|wort)?|kennwort))["']?(?: (?:for|of|für|von|zum|pour|de) [\w .-]{1,24})?\s?(?:is|was|ist|lautet|est|es|[:=])\s{1,2}["'`„“]?)(\d{6,24})(?![\w]|[.,:-]\d)/gi,
  },
  {
    rule: 'passphrase',
    words: ['passphrase', 'pass phrase', 'master pass', 'passwort lautet', 'kennwort lautet', 'schlüssel lautet'],
    pattern:
      /(\b(?:pass ?phrase|master[ -]?pass(?:word|wort))(?: (?:for|of|für|von|vom) [\w .-]{1,24})?(?::| is| ist)\s|\b(?:passwort|kennwort|schlüssel) lautet (?!wie\b|so\b|nun\b|jetzt\b|auch\b|immer\b|noch\b|nicht\b|aber\b|nach\b|anders\b|gleich\b|bei\b|für\b)(?=[\p{L}\d!#-]{5,32}[.!,]?(?:\s|$)))((?![^\n]{0,64}\b(?:a|an|the|is|are|was|be|to|for|of|or|and|in|on|at|by|with|your|you|must|not|no|please|if|this|that|has|have|can|cannot|will|should|from|as)\b)(?:[\p{L}\d!#]{3,12}(?: [\p{L}\d!#]{3,12}){3,7}(?=[.\s]{0,2}$)|(?<=lautet )[\p{L}\d!#-]{5,32}))/gimu,
  },
  {
    rule: 'private key',
    words: [
      'keypair',
      'secretkey',
      'secret_key',
      'private',
      'wallet',
      'solana',
      'id.json',
      'frombytes',
      'fromsecretkey',
    ],
    pattern: /([[(])((?:\d{1,3}\s?,\s?){63}\d{1,3})(?=[\])])/g,
  },
  {
    rule: 'recovery key',
    words: ['0-', '1-', '2-', '3-', '4-', '5-', '6-', '7-', '8-', '9-'],
    pattern: /()(?<![\w-])((?:\d{6}-){7}\d{6})(?![\w-])/g,
  },
  {
    rule: 'recovery key',
    words: ['filevault', 'recovery key', 'bitlocker', 'wiederherstellungsschl'],
    pattern: /()\b((?=[A-Z-]{0,24}\d)[A-Z0-9]{4}(?:-[A-Z0-9]{4}){5,7})\b/g,
  },
  {
    rule: 'PIN',
    words: ['tür', 'tor', 'door', 'gate', 'garage', 'eingang', 'porte', 'portail', 'puerta'],
    pattern:
      /(\b(?:Haustür|Hoftor|Tür|Tor|Garage|Eingang|door|gate|entrance|porte|portail|puerta|porta)\s?[:=]\s?)(\d{4,8}[#*])/gi,
  },
  {
    rule: 'community of a device',
    words: ['communit'],
    pattern:
      /(\b(?:snmp(?:-server)?[^\n]{0,24} community|community string|r[ow]community)(?: is| name|:|=)?\s{1,2}["']?)(?!public\b|private\b|string\b|is\b|name\b)((?=[^\s"']{0,32}\d)[A-Za-z][\w!#@-]{5,31}|[a-z]{6,16}[A-Z]{2}\b)/gi,
  },
  {
    rule: 'password of a device',
    words: ['isakmp', 'tacacs', 'radius'],
    pattern:
      /(\b(?:isakmp|tacacs(?:-server)?|radius(?:-server)?)\b[^\n]{0,40}\bkey (?:\d )?)((?=[^\s"']{0,64}\d)[^\s"']{4,64})/gi,
  },
  { rule: 'Mapbox token', words: ['sk.eyj'], pattern: /()\b(sk\.eyJ[\w-]{20,512}\.[\w-]{16,64})/g },
  {
    rule: 'key of a signature',
    words: ['hmac-'],
    pattern: /(\bhmac-(?:sha\d{1,3}|md5)[: ]["']?)((?=[\w+/]{0,64}\d)[\w+/]{20,128}={0,2})/g,
  },
  {
    rule: 'key in a sentence',
    words: ['secret', 'token', 'clé ', 'api', 'schlüssel', 'clave', 'chiave'],
    pattern:
      /(\b(?:secret(?:[ -](?:access )?key)?|(?:api|access|auth)[ -]?(?:key|token|schlüssel)|cl[ée] (?:secr[èe]te|privée|d'api|api)|(?:geheime[rn]?|privater?) (?:schlüssel|key)|clave (?:secreta|api)|chiave (?:segreta|api)|token)\b(?![^\n]{0,40}\bids?\b)[^\n;.{}=:"'/]{0,40}?(?:\b(?:is|ist|lautet|est|es)|è|:)\s{1,2}["'`]?)([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})(?![\w-])/gi,
  },
  {
    rule: 'private key',
    words: ['private-key', 'private_key', '--pk', '-privkey'],
    pattern: /(-(?:private[-_]key|privkey|pk)[ =]["']?)((?:0x)?[0-9a-f]{64})\b/gi,
  },
  { rule: 'Sonar token', words: ['squ_', 'sqp_', 'sqa_'], pattern: /()\b(sq[upa]_[0-9a-f]{40})\b/g },
  { rule: 'Google OAuth secret', words: ['gocspx-'], pattern: /()\b(GOCSPX-[\w-]{20,40})/g },
  {
    rule: 'PIN',
    words: ['pin', 'tan', 'cvv', 'cvc', 'otp', 'puk', 'code', 'codice', 'código', 'codigo'],
    pattern:
      /(\b(?:PIN|TAN|CVV|CVC|OTP|PUK|(?:(?:verification|security|access|login|door|gate|alarm|entry|control|confirmation|one-time|unlock|safe|garage|sms|2fa|mfa)[ -]|Tür-?|Tor-?|Zugangs-?|Sicherheits-?|Bestätigungs-?|Alarm-?|Tresor-?|Safe-?|Schließfach-?|Garagen-?)[Cc]ode|Alarmanlage: Code|(?:[Dd]igi|[Aa]larm)code|[Cc]odice (?:allarme|d'allarme|cancello|porta|cassaforte)|[Cc]ódigo (?:alarma|puerta)|[Cc](?:ode|[óo]digo|odice) (?:for|of|to|für|vom|zum|zur|du|de|d'|pour|del?|della)[^\n.:=\d]{0,16}(?:door|gate|garage|safe|alarm|locker|building|lock|tür|tor|tresor|schloss|porte|coffre|portail|alarme|immeuble|puerta|caja|porta))\b(?: ?-?(?:code|Code|number|Nummer))?["']?(?: [\w-]{3,20}(?=\s?[:=]))?(?: (?:for|of|to|für|vom|zum|zur|du|de|pour|del)\b[^\n.:=\d]{1,32}| de l'[a-zà-ü]{1,16})?\s?(?:is|was|to|changed to|is now|ist|lautet|auf|est|es|è|à|[:=]|(?<=PUK|PIN|[cC]ode))\s?["']?)(\d{3,8}[A-Z#*]?)(?![\w]|[.,:]\d)/gi,
  },
  {
    rule: 'seed of one-time passwords',
    words: [
      '2fa',
      'mfa',
      'otp',
      'authenticator',
      'two-factor',
      'setup key',
      'set-up key',
      'manual',
      'secret key',
      'qr code',
      'qr-code',
    ],
    pattern:
      /(\b(?:2fa|mfa|[th]?otp|authenticator|two-factor|set-?up key|manual(?:ly)? ?(?:entry )?key|secret key|qr[ -]code)\b[\w -]{0,24}?[\s:="'`]{1,4}(?:is )?)((?:[A-Z2-7]{4}[ -]){3,15}[A-Z2-7]{2,8}|(?:[a-z2-7]{4} ){3,15}[a-z2-7]{4}|[A-Z2-7]{16,64}(?![\w]))/gi,
  },
  {
    rule: 'words of a wallet',
    words: ['mnemonic', 'wallet', 'phrase', 'seed words', 'backup words'],
    pattern:
      /(\b(?:seed|mnemonic|recovery|wallet|backup|secret)[ _-]?(?:phrase|words?|seed)?["']?\s{0,3}(?:is|are|:|=)\s{0,3}["']?)((?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8})\b/gi,
  },
  {
    rule: 'passphrase',
    words: ['pass'],
    pattern:
      /(\bpassphrase\b[^"'\n]{0,24}?(?:\bis|\bwas|:|=)\s{0,3}["'])([a-z]{3,12}(?:[ -][a-z0-9]{3,12}){2,9})(?=["'])/gi,
  },
  {
    rule: 'license key',
    words: ['license', 'licence', 'lizenz', 'serial', 'product key', 'activation'],
    pattern: /()\b([A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}(?:-[A-Z0-9]{5})?)\b/g,
  },
  { rule: 'age key', words: ['age-secret-key-'], pattern: /()\b(AGE-SECRET-KEY-(?:PQ-)?1[A-Z0-9]{40,100})\b/g },
  { rule: 'Nostr key', words: ['nsec1'], pattern: /()\b(nsec1[a-z0-9]{50,64})\b/g },
  {
    rule: 'private key',
    words: ['private-lines'],
    pattern: /(\bPrivate-Lines: \d{1,3}\r?\n)((?:[A-Za-z0-9+/=]{4,80}\r?\n?){1,99})/g,
  },
  {
    rule: 'password hash',
    words: [':::'],
    pattern: /(:)([0-9a-f]{32}:[0-9a-f]{32})(?=:::)/gi,
  },
  {
    rule: 'password hash',
    words: [
      'pbkdf2',
      'scrypt:',
      '{ssha',
      '{sha',
      '{smd5',
      '{crypt}',
      '{argon2',
      '$p$',
      '$h$',
      '$s$',
      '$7$',
      '$8$',
      '$9$',
      '$14$',
      '$md5$',
      '$scrypt$',
      '$sha1$',
      'scram-sha',
      "'*",
    ],
    pattern:
      /()(?<![\w$])(pbkdf2[_:-][\w:-]{2,20}\$(?:\d{1,9}\$)?[\w./+=-]{4,64}\$[\w./+=-]{20,200}|scrypt:[\d:]{3,24}\$[\w./+=-]{4,64}\$[\w./+=-]{20,200}|\{(?:S?SHA|SMD5|CRYPT|ARGON2|PBKDF2)[\w-]{0,12}\}[\w./+=$,-]{16,200}|\$(?:P|H|S|8|9|7|14|md5|scrypt|sha1|pbkdf2[\w-]{0,12})\$[\w./+=$,-]{16,200}|SCRAM-SHA-\d{1,3}\$\d{1,9}:[\w+/=]{8,64}\$[\w+/=:]{40,200}|\*[0-9A-F]{40}(?!\w))/gm,
  },
  {
    rule: 'password before a command',
    words: ['echo ', 'printf '],
    pattern:
      /(\b(?:echo|printf)\s{1,3}(?:-n\s)?["']?(?:%s\\n["']?\s["']?)?(?:[\w.-]{1,32}:)?)([^\s"'|$:]{5,128})(?=["']?\s{0,3}[|/]\s{0,3}(?:sudo\b|su\b|chpasswd|passwd|(?:docker|podman|helm|az|gh)\b[^\n]{0,60}(?:stdin|with-token)))/g,
  },
  {
    rule: 'password of Oracle',
    words: ['sqlplus', 'thin:', 'impdp ', 'expdp ', 'rman '],
    pattern:
      /((?:\bsqlplus\s{1,3}(?:-\w{1,2}\s)?|\bthin:|\b(?:impdp|expdp|rman)\s{1,3})["']?[\w.$-]{1,32}\/)([^\s/@"']{4,64})(?=["']?@|\s|$)/gm,
  },
];

/** A hexadecimal key with which a client or a wallet is created. */
const HEX =
  /["'](?:[0-9a-f]{32,64}|0x[0-9a-f]{64}|(?:[a-z]{2,8}-)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})(?=["'])/g;
const CLIENT =
  /(?:\bnew\s?\w{1,40}|\b(?:Make|Create|make|create)Client|\bNew\w{1,40}|[cC]lient|\brequire\(["'][\w@/.-]{1,64}["']\)|\binit\w{0,20}|\blogin|\bconfigure|\b\w{0,24}(?:search|auth|api|sdk)\w{0,16})\((?:["'][\w-]{1,64}["'],\s?)?$/;
const WALLET = /(?:accounts|private_?key|wallet|deployer|signer)\w{0,16}[^\w\n]{1,8}$/i;

function findOfClients(text: string): Span[] {
  return [...text.matchAll(HEX)].flatMap(({ 0: quoted, index }) => {
    const before = text.slice(Math.max(0, index - 160), index);
    if (!(quoted.startsWith('0x', 1) ? WALLET : CLIENT).test(before)) return [];
    return [{ from: index + 1, to: index + quoted.length, rule: 'key given to a client' }];
  });
}

/** @param small the text in lower case, with all characters at the same positions */
export function findCodes(text: string, small: string): Span[] {
  const found = findOfClients(text);
  for (const { rule, words, pattern, bits } of FORMS) {
    if (!words.some((word) => small.includes(word))) continue;
    for (const { 0: all, 1: before = '', index } of text.matchAll(pattern)) {
      if (/^[xX0#*-]+$/.test(all.slice(before.length))) continue; // The form of a code, without one.
      if (bits !== undefined && randomBits(all.slice(before.length)) < bits) continue;
      found.push({ from: index + before.length, to: index + all.length, rule, known: true });
    }
  }
  let examined = 0;
  if (!RECOVERED.some((word) => small.includes(word))) return found;
  for (const { 0: label, index } of text.matchAll(RECOVERY)) {
    const begin = Math.max(examined, index + label.length);
    const part = text.slice(begin, index + label.length + REACH).split(/\n\s*\n/)[0] ?? '';
    examined = begin + part.length;
    let end = 0;
    for (const { 0: code, index: at } of part.matchAll(CODE)) {
      // Recovery codes follow each other, separated at most by a number or a mark, so other text ends the list.
      if (/[A-Za-z]{3}/.test(part.slice(end, at)) && (end > 0 || at > 80)) break;
      end = at + code.length;
      found.push({ from: begin + at, to: begin + end, rule: 'recovery code' });
    }
  }
  return found;
}
