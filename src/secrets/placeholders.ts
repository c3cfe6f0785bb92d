// Recognizes what stands in place of a secret: an exact list of placeholders, and references to variables.

/** Words that documents, templates and settings put where a secret goes. They are compared without case. */
const WORDS = new Set(
  `
  password passwd pass pwd secret token key apikey api_key api-key string username user none null nil undefined true
  false yes no on off empty default required optional hidden masked removed deleted unset prompt ask env vault changeme
  change-me change_me change-it changeit replaceme replace-me replace_me fixme todo tbd n/a placeholder example sample
  dummy redacted filtered basic bearer digest negotiate hmac str int integer number text bool boolean any bytes char
  varchar float object array list dict unknown never void
  `
    .trim()
    .split(/\s+/),
);
/** Forms of placeholders: dots, stars, crosses, angle brackets, and names that begin with YOUR or end with HERE. */
const FORM =
  /^(?:[xX]{3,}|(?:[A-Za-z]{2,6}[-_])?[xX]{3,}(?:[-_][xX]{2,}){0,8}|[*•●]+|\.{2,}|…|-+|_+|~|[<[(]|.*\[redacted\].*|(?:your|enter|insert|replace|change|put|votre|ihr|dein)[-_ ].*|.*[-_ ](?:here|example|placeholder|goes here|changeme))$|^[<[(][^\s<>[\]()]{0,80}[>\])]?$|[xX*•]{6,}|\.{3}|…|EXAMPLE(?:KEY)?$|^JBSWY3DPEHPK3PXP$/i;
/** References to variables and templates: `$VAR`, `${VAR}`, `$(command)`, `{{ var }}`, `%VAR%`, `%s`, `#{var}`, `@Var`. */
const VARIABLE =
  /^(?:\$[A-Za-z_][\w.:>[\]'-]*$|.*(?:\$\{|\$\(|\{\{|\{%|#\{|<%)|\{[\w.:!]{0,40}\}|%[A-Za-z_]\w*%|.*%\(?[\w-]*\)?[sdr](?!\w)|[@:][A-Za-z_.]+(?:\(.*)?$|\$\d+$|\?$|!(?:Ref|Sub|GetAtt|ImportValue|secret|vault)\b|(?:vault|ssm|op|sops|keyring|secretsmanager|ref\+\w+):)/;

/** Whether a value is a placeholder or a reference, so that there is nothing to cut out. */
export const isPlaceholder = (value: string) =>
  value.length <= 512 && (WORDS.has(value.toLowerCase()) || FORM.test(value) || VARIABLE.test(value));
