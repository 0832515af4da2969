import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";

import fc from "fast-check";

import { MASK, maskingFor, secretsIn } from "../../src/policy/mask.ts";
import { PASSWORD_OPTIONS, SECRET_SHAPES } from "../../src/policy/secrets.ts";
import { analyze } from "../../src/shell/units.ts";
import { program } from "../generators.ts";
import { runs } from "../runs.ts";

const random = (alphabet: string, minLength: number, maxLength = minLength) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength, maxLength });
const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const WORD = `${UPPER}abcdefghijklmnopqrstuvwxyz`;
const token = (prefix: string, length = 24, alphabet = WORD) =>
  random(alphabet, length).map((rest) => ({ secret: prefix + rest, text: prefix + rest }));
/** A password that no rule is about, only its place. */
const password = random(`${WORD}_+.`, 10).map((one) => `x${one}`);
const around = (before: string, after = "") => password.map((secret) => ({ secret, text: before + secret + after }));

/** For each row of the table, texts with a secret of its shape. */
const EXAMPLES: Readonly<Record<string, readonly fc.Arbitrary<{ secret: string; text: string }>[]>> = {
  GitHub: ["ghp_", "gho_", "ghs_", "ghr_", "ghu_", "github_pat_"].map((one) => token(one, 36)),
  GitLab: [token("glpat-"), token("gldt-")],
  Slack: [token("xoxb-"), token("xoxp-"), token("xapp-")],
  "Slack hook": [
    random(WORD, 24).map((secret) => ({ secret, text: `https://hooks.slack.com/services/T0/B0/${secret}` })),
  ],
  "AWS key": [token("AKIA", 16, UPPER), token("ASIA", 16, UPPER)],
  Google: [token("AIza", 35)],
  "Google OAuth": [token("ya29."), token("GOCSPX-")],
  "sk-": [token("sk-"), token("sk-proj-"), token("sk-ant-api03-", 40)],
  Stripe: [token("sk_live_"), token("rk_test_"), token("whsec_")],
  npm: [token("npm_", 36)],
  PyPI: [token("pypi-", 60)],
  "Hugging Face": [token("hf_", 34)],
  Docker: [token("dckr_pat_")],
  DigitalOcean: [token("dop_v1_", 64)],
  SendGrid: [random(WORD, 22).map((one) => ({ secret: `SG.${one}.${one}`, text: `SG.${one}.${one}` }))],
  Telegram: [token("123456789:AA", 33)],
  Vault: [token("hvs.")],
  Linear: [token("lin_api_", 40)],
  age: [token("AGE-SECRET-KEY-1", 58, UPPER)],
  JWT: [
    fc.tuple(random(WORD, 20), random(WORD, 30)).map(([head, body]) => {
      const secret = `eyJ${head}.eyJ${body}.${head}`;
      return { secret, text: secret };
    }),
  ],
  PEM: [
    random(WORD, 64).map((secret) => ({
      secret,
      text: `-----BEGIN RSA PRIVATE KEY-----\nDEK-Info: AES-128-CBC\n\n${secret}\n-----END RSA PRIVATE KEY-----`,
    })),
  ],
  Authorization: [
    around("Authorization: Bearer "),
    around("authorization: Basic "),
    around("Proxy-Authorization: token "),
    around("Authorization: "),
    around('{"Authorization": "Bearer ', '"}'),
  ],
  bearer: [around("bearer ")],
  "other headers": [around("X-Api-Key: "), around("PRIVATE-TOKEN: "), around("Cookie: session=")],
  "quoted value": [
    around('{"password": "', '"}'),
    around('token = "', '"'),
    around('"client_secret" => "', '"'),
    password.map((one) => ({ secret: `${one} ${one}`, text: `API_KEY="${one} ${one}"` })),
  ],
  "assigned value": [
    around("password="),
    around("DB_PASSWORD="),
    around("--api-key="),
    around("https://h/?x=1&access_token=", "&y=2"),
    around("_auth="),
  ],
  "spaced value": [random(WORD, 40).map((secret) => ({ secret, text: `aws_secret_access_key = ${secret}` }))],
  "JSON value": [around('{"token":', "}")],
  "YAML value": [around("password: "), around("  db-password: "), around("- token: ")],
  "YAML in quotes": [around("echo 'password: ", "'"), around('echo "- api_key: ', '"')],
  signature: [around("https://h/x?sv=1&sig="), around("https://h/x?X-Amz-Signature=", "&a=b")],
  URL: [
    around("https://user:", "@host/x"),
    around("postgres://u:", "@h:5432/db"),
    random(WORD, 30).map((secret) => ({ secret, text: `https://${secret}@host/x` })),
  ],
  "curl -u": [around("curl -u user:"), around("curl -sS --user user:"), around("curl https://h -su me:")],
  netrc: [around("machine h login me password ")],
};

/** Ways to put a text into a command. None of the texts has a `'`, and those with a `"` fit no double quotes. */
const CONTEXTS: readonly ((text: string) => string)[] = [
  (text) => `mytool '${text}' next`,
  (text) => `cat <<'END' | mytool\nfirst\n${text}\nlast\nEND`,
  (text) => `cat <<< '${text}'`,
  (text) => `curl -H '${text}' https://host/`,
  (text) => `echo $(mytool '${text}')`,
  (text) => `bash -c 'true; mytool "${text.replaceAll(/[\\"$`]/g, "\\$&")}"'`,
  (text) => `for x in 1 2; do mytool $'${text.replaceAll("\n", "\\n")}'; done`,
  (text) => `mytool --name='${text}'`,
  (text) => `# ${text.replaceAll("\n", " ")}\nls`,
  (text) => `mytool '${text}`,
];

/** Everything that the log would say of a command: itself, and the texts of what it would run. */
function masked(command: string): string {
  const { units, assignments } = analyze(command);
  const texts = [command, ...[...units, ...assignments].flatMap(({ text, source }) => [text, source])];
  const mask = maskingFor(command, texts);
  return texts.map(mask).join("\n");
}

describe("secrets never get into the log", () => {
  test("every row has examples", () => {
    expect(Object.keys(EXAMPLES)).toEqual(SECRET_SHAPES.map(({ name }) => name));
  });

  test.each(Object.keys(EXAMPLES))("those of the row %s, wherever they stand", (name) => {
    for (const examples of EXAMPLES[name] ?? []) {
      fc.assert(
        fc.property(examples, fc.constantFrom(...CONTEXTS), ({ secret, text }, context) => {
          expect(masked(text)).not.toContain(secret);
          const written = masked(context(text));
          expect(written).toContain(MASK);
          expect(written).not.toContain(secret);
        }),
        runs(40),
      );
    }
  });

  test.each(
    PASSWORD_OPTIONS.flatMap(({ programs, option, joined, afterColon, subcommand = "" }) => {
      const names = [
        "-p",
        "-P",
        "-a",
        "-w",
        "-pass",
        "-passin",
        "-k",
        "-u",
        "-U",
        "--user",
        "--auth",
        "secret_access_key",
      ];
      return names
        .filter((one) => option.exec(one + (joined === true ? "x" : ""))?.[0] === one)
        .map((one) => [
          `${programs[0]} ${subcommand}${subcommand === "" ? "" : " "}x ${one}${joined === true ? "" : " "}`,
          afterColon === true ? "user:" : "",
        ]);
    }),
  )("the word that %j names", (before, user) => {
    fc.assert(
      fc.property(password, password, (one, two) => {
        for (const spelling of [`${one}${two}`, `${one}'${two}'`, `"${one}"${two}`, `$'${one}'\\${two}`]) {
          const written = masked(`cd y && timeout 5 ${before}${user}${spelling} z`);
          expect(written).not.toContain(one);
          expect(written).not.toContain(two);
          expect(written).toContain("timeout 5");
        }
      }),
      runs(20),
    );
  });

  test("those that are written in pieces", () => {
    fc.assert(
      fc.property(random(WORD, 36), password, (one, two) => {
        const pieces = `gh''p_"${one.slice(0, 8)}"\\${one.slice(8)}`;
        const written = masked(`mytool ${pieces} --password ${two}' 'b`);
        for (const secret of [one, one.slice(8), two]) expect(written).not.toContain(secret);
      }),
      runs(100),
    );
  });

  test("more of them than can be told apart", () => {
    const many = Array.from({ length: 300 }, (_, index) => `password=geheim${index}`).join(" ");
    expect(masked(`mytool ${many}`)).not.toContain("geheim");
  });
});

describe("what is no secret stays", () => {
  test.each([
    'curl -H "Authorization: Bearer $TOKEN" https://host/',
    'psql "postgres://user:$PGPASSWORD@host/db"',
    "export API_KEY=$(cat key) TOKEN=`cat t`",
    "git clone ssh://git@github.com/x/y && git clone git@github.com:x/y",
    "docker run -p 8080:80 -u 1000:1000 image",
    "mysql -u root -p db; mkdir -p a/b; cp -p a b; ssh -p 22 host",
    'grep -rn "token=" src && grep "password:" a "b c"',
    'if [ "$token" = "" ]; then echo no token; fi',
    "echo --max-tokens 100 --tokenizer x --token-file f --password-stdin",
    "cat <<E\ninterface A {\n  token: string;\n  password: undefined,\n}\nE",
    "python3 -c 'client(api_key=os.environ[\"KEY\"])'",
    "git log --author=me --format=%h; sk-ip; task-runner-with-a-long-name",
    "kubectl get secret name -o yaml",
    "mytool --password",
    "password=",
  ])("%j", (command) => {
    expect(masked(command)).not.toContain(MASK);
  });

  test("in random programs", () => {
    fc.assert(
      fc.property(program(), ({ source }) => {
        expect(maskingFor(source, [source])(source)).toBe(source);
      }),
      runs(500),
    );
  });

  test("in almost all of the commands of the corpus", () => {
    const lines = readFileSync(new URL("../corpus/cases.jsonl", import.meta.url), "utf8")
      .trimEnd()
      .split("\n");
    const commands = lines.map((line) => (JSON.parse(line) as { command: string }).command);
    const changed = commands.filter((command) => maskingFor(command, [command])(command) !== command);
    expect(changed).toEqual([]);
  });

  test("around a short one", () => {
    expect(masked("xalan --password x; ax x")).toStartWith(`xalan --password ${MASK}; ax ${MASK}`);
  });
});

describe("the time is linear", () => {
  const PIECES = [
    "eyJaaaaaaaa-",
    "eyJ",
    "curl -u ",
    "password",
    'password="',
    "password: ",
    "authorization: bearer ",
    "://a",
    "://a:b:c:",
    "-----BEGIN PRIVATE KEY-----",
    "x-x-x-",
    "machine a login ",
    "--token-",
    '\\"',
    "sk-",
    "xoxb-",
    "cookie:",
    " ",
    "a",
    "_",
  ];

  // Ten times the text takes about ten times as long; where it were squared, this would take minutes.
  test.each(PIECES)("for much of %j", (piece) => {
    const text = piece.repeat(Math.ceil(300_000 / piece.length));
    expect(secretsIn(text).length).toBeLessThan(text.length);
    expect(maskingFor(undefined, [text])(text).length).toBeGreaterThan(0);
  });
});
