/** What secrets look like in commands: data for `mask.ts`, a reason per row. */

/** A shape of text with a secret in its group `secret`. Linear: no part of it can match the same text in two ways. */
export interface SecretShape {
  readonly name: string;
  readonly shape: RegExp;
  readonly reason: string;
}

/** How a name ends that has a secret as its value. */
const NAME =
  "(?:passw(?:or)?d|passphrase|secret|token|api[_-]?key|access[_-]?key|account[_-]?key|private[_-]?key|secret[_-]?key(?:[_-]base)?|(?:signing|encryption|master|session)[_-]?key|_auth|credentials?|sshpass|mysql_pwd)";

/** What stands for a secret known elsewhere: a variable, a substitution, a wildcard, or what is masked already. */
const ELSEWHERE = "(?![$`•*\\0])";

/** The quotes around a name or a value may be escaped, in a text within a text. */
const QUOTE = `\\\\?["']`;

/**
 * A text in quotes, with escapes; where its end is missing it goes to the end of all. A blank behind a quote means that it
 * is the end of another text, as in `grep "token=" file`.
 */
const QUOTED = `(?:"(?!\\s)${ELSEWHERE}(?<a>(?:[^"\\\\]|\\\\[^])+)|'(?!\\s)${ELSEWHERE}(?<b>[^']+)|\\\\"(?!\\s)${ELSEWHERE}(?<c>[^"\\\\]+))`;

function shape(name: string, source: string, reason: string, flags = ""): SecretShape {
  return { name, shape: new RegExp(source, `g${flags}`), reason };
}

/** Tokens that are known by how they begin. */
const TOKENS: readonly SecretShape[] = [
  shape("GitHub", "\\b(?:gh[oprsu]_|github_pat_)\\w{16,}", "personal, OAuth, app, refresh and fine-grained tokens"),
  shape("GitLab", "\\bgl(?:pat|ptt|dt|rt|cbt|ft|imt|agent|soat|oas)-[\\w.-]{16,}", "every kind that its manual lists"),
  shape("Slack", "\\bxox[a-z]-[\\w-]{10,}|\\bxapp-[\\w-]{10,}", "bot, user, refresh and app tokens"),
  shape(
    "Slack hook",
    "hooks\\.slack\\.com/(?:services|workflows)/(?<s>[\\w/-]{10,})",
    "who knows the address may post",
  ),
  shape("AWS key", "\\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\\b", "access key identifiers, long-lived and temporary"),
  shape("Google", "\\bAIza[\\w-]{30,}", "API keys"),
  shape("Google OAuth", "\\bya29\\.[\\w.-]{16,}|\\bGOCSPX-[\\w-]{16,}", "access tokens, and secrets of clients"),
  shape("sk-", "\\bsk-[\\w-]{16,}", "OpenAI, Anthropic and those who do as they do"),
  shape("Stripe", "\\b[rs]k_(?:live|test)_\\w{10,}|\\bwhsec_\\w{16,}", "secret and restricted keys, signing secrets"),
  shape("npm", "\\bnpm_\\w{20,}", "access tokens"),
  shape("PyPI", "\\bpypi-[\\w-]{16,}", "upload tokens"),
  shape("Hugging Face", "\\bhf_[A-Za-z0-9]{16,}", "access tokens"),
  shape("Docker", "\\bdckr_[a-z]{3}_[\\w-]{16,}", "personal and organization tokens"),
  shape("DigitalOcean", "\\bdo[opr]_v1_\\w{16,}", "access and refresh tokens"),
  shape("SendGrid", "\\bSG\\.[\\w-]{16,}\\.[\\w-]{16,}", "API keys"),
  shape("Telegram", "\\b\\d{8,10}:AA[\\w-]{30,}", "tokens of bots"),
  shape("Vault", "\\bhv[bsr]\\.[\\w-]{20,}", "HashiCorp's service, batch and recovery tokens"),
  shape("Linear", "\\blin_(?:api|oauth)_\\w{16,}", "API keys"),
  shape("age", "\\bAGE-SECRET-KEY-1[A-Z0-9]{20,}", "the identity that decrypts"),
  shape("JWT", "\\beyJ[\\w-]{8,500}\\.eyJ[\\w-]{4,}(?:\\.[\\w-]+)?", "it is a credential while it is valid"),
  shape(
    "PEM",
    "-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(?<s>(?:[^-]|-(?!----END))+)",
    "private keys, encrypted ones too",
  ),
];

const SCHEME = "(?:(?:Bearer|Basic|Token|Digest|Negotiate|ApiKey|AWS4-HMAC-SHA256)[ \\t]+)";

/** A name, and how its value begins; what is no secret there is a type, or comes from elsewhere. */
const YAML = `(?:#[ \\t]{0,8})?(?:- )?[\\w.-]{0,40}${NAME}:[ \\t]+(?!string|number|boolean|bool\\b|str\\b|null|undefined|true|false|process\\.|os\\.)(?<s>[^\\s"'$*\`{[•\\0]`;

/** Values that are known by the name before them. */
const NAMED: readonly SecretShape[] = [
  shape(
    "Authorization",
    `authorization(?:${QUOTE})?[ \\t]{0,4}[:=][ \\t]{0,4}(?:${QUOTE})?(?!${SCHEME}?[$\`•\\0])${SCHEME}?(?<s>[^\\s"'\\\\\`•][^"'\\r\\n\\\\\`•]+)`,
    "the header of HTTP, and that of proxies; its scheme stays",
    "i",
  ),
  shape("bearer", `\\bbearer[ \\t]+${ELSEWHERE}(?<s>[\\w.~+/=-]{8,})`, "a bearer token outside a header", "i"),
  shape(
    "other headers",
    `\\b(?:x-[a-z-]{0,30}(?:key|token|secret|auth)|private-token|api-?key|set-cookie|cookie)(?:${QUOTE})?:[ \\t]{0,4}(?:${QUOTE})?${ELSEWHERE}(?<s>[^"'\\r\\n\\\\\`•]+)`,
    "cookies, and what services have in place of `Authorization`",
    "i",
  ),
  shape(
    "quoted value",
    `${NAME}(?:${QUOTE})?[ \\t]{0,4}(?:=>|[:=])[ \\t]{0,4}${QUOTED}`,
    "assignments, JSON, maps of any language: `password: 'x'`",
    "i",
  ),
  shape(
    "assigned value",
    `${NAME}=${ELSEWHERE}(?!(?:os|process|self|config|args|env)\\b[.[])(?<s>[^\\s"'\`;&|<>()\\\\•][^\\s"';&|<>•]*)`,
    "assignments, options, query strings: `--password=x`",
    "i",
  ),
  shape(
    "spaced value",
    `${NAME}[ \\t]{1,4}=[ \\t]{1,4}(?<s>[\\w/+=.-]{16,})`,
    "a line of an INI file; a shorter word may be an operand of `test`",
    "i",
  ),
  shape(
    "JSON value",
    `${NAME}(?:${QUOTE}):[ \\t]{0,4}(?<s>[^\\s"',{}[\\]$\`\\\\•][^\\s"',}\\]•]*)`,
    "a value of JSON that is no text",
    "i",
  ),
  shape("YAML value", `^[ \\t]{0,40}${YAML}[^\\r\\n•]*)`, "a line of YAML or of a header, but not of a type", "im"),
  shape("YAML in quotes", `["'][ \\t]{0,8}${YAML}[^\\r\\n"'•]*)`, "the same in a word", "i"),
  shape(
    "signature",
    "[?&](?:sig|X-Amz-Signature|X-Goog-Signature)=(?<s>[^\\s\"'&#]+)",
    "links that are credentials",
    "i",
  ),
  shape(
    "URL",
    `://(?:[^\\s/?#@'"\`:$]{0,200}:${ELSEWHERE}(?<a>[^\\s/?#'"\`•]+)|(?<b>[^\\s/?#@'"\`:$•]{16,}))@`,
    "a password before the host, or a token without a user; `git@` is none",
  ),
  shape(
    "curl -u",
    `\\bcurl\\b[^\\n]{0,200}?[ \\t](?:-[A-Za-z]{0,8}u|--user|--proxy-user)[ \\t=]{0,4}(?:${QUOTE})?[^\\s:"'$]{1,100}:${ELSEWHERE}(?<s>[^\\s"'\\\\•]+)`,
    "`user:password`, also where the command stands in another text",
  ),
  shape("netrc", "\\bmachine[ \\t]+\\S+\\s+login[ \\t]+\\S+\\s+password[ \\t]+(?<s>\\S+)", "a line of `.netrc`"),
];

/** All shapes of text. */
export const SECRET_SHAPES: readonly SecretShape[] = [...TOKENS, ...NAMED];

/** A word that names the next one as a secret. `--password-stdin` and `--token-file` do not. */
export const SECRET_OPTION: RegExp = new RegExp(`^--?[\\w-]*(?:${NAME}|-pass)$|^--pass$`, "i");

/** A word that is a name with a secret as its value; the secret is all that follows. */
export const SECRET_ASSIGNMENT: RegExp = new RegExp(`^[\\w.:/=-]*${NAME}=(?=[^])`, "i");

/** Programs that take a secret by an option that does not say so. */
export interface PasswordOption {
  readonly programs: readonly string[];
  /** Matches the option; what the word has behind it, or else the next word, is the value. */
  readonly option: RegExp;
  /** It means that only with this word before it. */
  readonly subcommand?: string;
  /** The value is only ever written in the same word. */
  readonly joined?: true;
  /** The value is `user:password`: a secret from its first colon on. */
  readonly afterColon?: true;
  readonly reason: string;
}

export const PASSWORD_OPTIONS: readonly PasswordOption[] = [
  {
    programs: ["mysql", "mysqldump", "mysqladmin", "mysqlimport", "mysqlcheck", "mariadb", "mariadb-dump"],
    option: /^-p(?=.)/s,
    joined: true,
    reason: "`-pX`; with a blank the next word is the database",
  },
  { programs: ["sshpass"], option: /^-p/, reason: "the password of the host" },
  { programs: ["mongo", "mongosh", "mongodump", "mongorestore"], option: /^-p/, reason: "the user's password" },
  {
    programs: ["docker", "podman", "buildah", "helm", "oc"],
    option: /^-p/,
    subcommand: "login",
    reason: "the password of a registry; `run -p` is a port",
  },
  {
    programs: ["aws", "npm", "pnpm", "yarn"],
    option: /^\S*(?:secret_access_key|session_token|_authToken|_password)$/,
    reason: "`configure set NAME X`, `config set NAME X`",
  },
  { programs: ["redis-cli"], option: /^-a$/, reason: "AUTH" },
  { programs: ["ldapsearch", "ldapmodify", "ldapadd"], option: /^-w/, reason: "the password to bind with" },
  { programs: ["sqlcmd", "bcp"], option: /^-P/, reason: "the login's password" },
  { programs: ["zip", "unzip"], option: /^-P/, reason: "the password of the archive" },
  { programs: ["7z", "7za"], option: /^-p(?=.)/s, joined: true, reason: "the password of the archive" },
  { programs: ["openssl"], option: /^-(?:pass|passin|passout|k|K)$/, reason: "`pass:X`, or the key itself" },
  {
    programs: ["curl"],
    option: /^(?:-[A-Za-z]*[uU]|--user|--proxy-user)=?/,
    afterColon: true,
    reason: "`user:password`",
  },
  { programs: ["http", "https", "xh"], option: /^(?:-a|--auth)=?/, afterColon: true, reason: "`user:password`" },
  { programs: ["smbclient"], option: /^(?:-U|--user=?)/, reason: "`user%password`" },
];
