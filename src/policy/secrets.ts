/** What secrets look like in commands: data for `mask.ts`, a reason per row. */

/** A shape of text with a secret in its group `secret`. Linear: no part of it can match the same text in two ways. */
export interface SecretShape {
  readonly name: string;
  readonly shape: RegExp;
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

function shape(name: string, source: string, flags = ""): SecretShape {
  return { name, shape: new RegExp(source, `g${flags}`) };
}

/** Tokens that are known by how they begin. */
const TOKENS: readonly SecretShape[] = [
  // Personal, OAuth, app, refresh and fine-grained tokens.
  shape("GitHub", "\\b(?:gh[oprsu]_|github_pat_)\\w{16,}"),
  // Every kind that its manual lists.
  shape("GitLab", "\\bgl(?:pat|ptt|dt|rt|cbt|ft|imt|agent|soat|oas)-[\\w.-]{16,}"),
  // Bot, user, refresh and app tokens.
  shape("Slack", "\\bxox[a-z]-[\\w-]{10,}|\\bxapp-[\\w-]{10,}"),
  // Who knows the address may post.
  shape("Slack hook", "hooks\\.slack\\.com/(?:services|workflows)/(?<s>[\\w/-]{10,})"),
  // Access key identifiers, long-lived and temporary.
  shape("AWS key", "\\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\\b"),
  // API keys.
  shape("Google", "\\bAIza[\\w-]{30,}"),
  // Access tokens, and secrets of clients.
  shape("Google OAuth", "\\bya29\\.[\\w.-]{16,}|\\bGOCSPX-[\\w-]{16,}"),
  // OpenAI, Anthropic and those who do as they do.
  shape("sk-", "\\bsk-[\\w-]{16,}"),
  // Secret and restricted keys, signing secrets.
  shape("Stripe", "\\b[rs]k_(?:live|test)_\\w{10,}|\\bwhsec_\\w{16,}"),
  // Access tokens.
  shape("npm", "\\bnpm_\\w{20,}"),
  // Upload tokens.
  shape("PyPI", "\\bpypi-[\\w-]{16,}"),
  // Access tokens.
  shape("Hugging Face", "\\bhf_[A-Za-z0-9]{16,}"),
  // Personal and organization tokens.
  shape("Docker", "\\bdckr_[a-z]{3}_[\\w-]{16,}"),
  // Access and refresh tokens.
  shape("DigitalOcean", "\\bdo[opr]_v1_\\w{16,}"),
  // API keys.
  shape("SendGrid", "\\bSG\\.[\\w-]{16,}\\.[\\w-]{16,}"),
  // Tokens of bots.
  shape("Telegram", "\\b\\d{8,10}:AA[\\w-]{30,}"),
  // HashiCorp's service, batch and recovery tokens.
  shape("Vault", "\\bhv[bsr]\\.[\\w-]{20,}"),
  // API keys.
  shape("Linear", "\\blin_(?:api|oauth)_\\w{16,}"),
  // The identity that decrypts.
  shape("age", "\\bAGE-SECRET-KEY-1[A-Z0-9]{20,}"),
  // It is a credential while it is valid.
  shape("JWT", "\\beyJ[\\w-]{8,500}\\.eyJ[\\w-]{4,}(?:\\.[\\w-]+)?"),
  // Private keys, encrypted ones too.
  shape("PEM", "-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(?<s>(?:[^-]|-(?!----END))+)"),
];

const SCHEME = "(?:(?:Bearer|Basic|Token|Digest|Negotiate|ApiKey|AWS4-HMAC-SHA256)[ \\t]+)";

/** A name, and how its value begins; what is no secret there is a type, or comes from elsewhere. */
const YAML = `(?:#[ \\t]{0,8})?(?:- )?[\\w.-]{0,40}${NAME}:[ \\t]+(?!string|number|boolean|bool\\b|str\\b|null|undefined|true|false|process\\.|os\\.)(?<s>[^\\s"'$*\`{[•\\0]`;

/** Values that are known by the name before them. */
const NAMED: readonly SecretShape[] = [
  // The header of HTTP, and that of proxies; its scheme stays.
  shape(
    "Authorization",
    `authorization(?:${QUOTE})?[ \\t]{0,4}[:=][ \\t]{0,4}(?:${QUOTE})?(?!${SCHEME}?[$\`•\\0])${SCHEME}?(?<s>[^\\s"'\\\\\`•][^"'\\r\\n\\\\\`•]+)`,
    "i",
  ),
  // A bearer token outside a header.
  shape("bearer", `\\bbearer[ \\t]+${ELSEWHERE}(?<s>[\\w.~+/=-]{8,})`, "i"),
  // Cookies, and what services have in place of `Authorization`.
  shape(
    "other headers",
    `\\b(?:x-[a-z-]{0,30}(?:key|token|secret|auth)|private-token|api-?key|set-cookie|cookie)(?:${QUOTE})?:[ \\t]{0,4}(?:${QUOTE})?${ELSEWHERE}(?<s>[^"'\\r\\n\\\\\`•]+)`,
    "i",
  ),
  // Assignments, JSON, maps of any language: `password: 'x'`.
  shape("quoted value", `${NAME}(?:${QUOTE})?[ \\t]{0,4}(?:=>|[:=])[ \\t]{0,4}${QUOTED}`, "i"),
  // Assignments, options, query strings: `--password=x`.
  shape(
    "assigned value",
    `${NAME}=${ELSEWHERE}(?!(?:os|process|self|config|args|env)\\b[.[])(?<s>[^\\s"'\`;&|<>()\\\\•][^\\s"';&|<>•]*)`,
    "i",
  ),
  // A line of an INI file; a shorter word may be an operand of `test`.
  shape("spaced value", `${NAME}[ \\t]{1,4}=[ \\t]{1,4}(?<s>[\\w/+=.-]{16,})`, "i"),
  // A value of JSON that is no text.
  shape("JSON value", `${NAME}(?:${QUOTE}):[ \\t]{0,4}(?<s>[^\\s"',{}[\\]$\`\\\\•][^\\s"',}\\]•]*)`, "i"),
  // A line of YAML or of a header, but not of a type.
  shape("YAML value", `^[ \\t]{0,40}${YAML}[^\\r\\n•]*)`, "im"),
  // The same in a word.
  shape("YAML in quotes", `["'][ \\t]{0,8}${YAML}[^\\r\\n"'•]*)`, "i"),
  // Links that are credentials.
  shape("signature", "[?&](?:sig|X-Amz-Signature|X-Goog-Signature)=(?<s>[^\\s\"'&#]+)", "i"),
  // A password before the host, or a token without a user; `git@` is none.
  shape("URL", `://(?:[^\\s/?#@'"\`:$]{0,200}:${ELSEWHERE}(?<a>[^\\s/?#'"\`•]+)|(?<b>[^\\s/?#@'"\`:$•]{16,}))@`),
  // `user:password`, also where the command stands in another text.
  shape(
    "curl -u",
    `\\bcurl\\b[^\\n]{0,200}?[ \\t](?:-[A-Za-z]{0,8}u|--user|--proxy-user)[ \\t=]{0,4}(?:${QUOTE})?[^\\s:"'$]{1,100}:${ELSEWHERE}(?<s>[^\\s"'\\\\•]+)`,
  ),
  // A line of `.netrc`.
  shape("netrc", "\\bmachine[ \\t]+\\S+\\s+login[ \\t]+\\S+\\s+password[ \\t]+(?<s>\\S+)"),
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
}

export const PASSWORD_OPTIONS: readonly PasswordOption[] = [
  // `-pX`; with a blank the next word is the database.
  {
    programs: ["mysql", "mysqldump", "mysqladmin", "mysqlimport", "mysqlcheck", "mariadb", "mariadb-dump"],
    option: /^-p(?=.)/s,
    joined: true,
  },
  // The password of the host.
  { programs: ["sshpass"], option: /^-p/ },
  // The user's password.
  { programs: ["mongo", "mongosh", "mongodump", "mongorestore"], option: /^-p/ },
  // The password of a registry; `run -p` is a port.
  {
    programs: ["docker", "podman", "buildah", "helm", "oc"],
    option: /^-p/,
    subcommand: "login",
  },
  // `configure set NAME X`, `config set NAME X`.
  {
    programs: ["aws", "npm", "pnpm", "yarn"],
    option: /^\S*(?:secret_access_key|session_token|_authToken|_password)$/,
  },
  // AUTH.
  { programs: ["redis-cli"], option: /^-a$/ },
  // The password to bind with.
  { programs: ["ldapsearch", "ldapmodify", "ldapadd"], option: /^-w/ },
  // The login's password.
  { programs: ["sqlcmd", "bcp"], option: /^-P/ },
  // The password of the archive.
  { programs: ["zip", "unzip"], option: /^-P/ },
  // The password of the archive.
  { programs: ["7z", "7za"], option: /^-p(?=.)/s, joined: true },
  // `pass:X`, or the key itself.
  { programs: ["openssl"], option: /^-(?:pass|passin|passout|k|K)$/ },
  // `user:password`.
  {
    programs: ["curl"],
    option: /^(?:-[A-Za-z]*[uU]|--user|--proxy-user)=?/,
    afterColon: true,
  },
  // `user:password`.
  { programs: ["http", "https", "xh"], option: /^(?:-a|--auth)=?/, afterColon: true },
  // `user%password`.
  { programs: ["smbclient"], option: /^(?:-U|--user=?)/ },
];
