-- Mail, and the links in it. All that is about one mailbox lies in one place: route_key is
-- HMAC(environment, 'm' 00 address in lower case, without +tag). Addresses stand in here sealed by the master key
-- alone, and only for as long as they are needed.

CREATE TABLE mailboxes (
  route_key uuid NOT NULL PRIMARY KEY,
  env_id int NOT NULL,
  -- Written whenever somebody asks for a mail to it: the lock under which its mails are counted.
  asked_at timestamptz(3) NOT NULL,
  -- Until then nobody can have a mail sent to it from a form: its owner said "this was not me".
  silent_until timestamptz(3)
);

CREATE TABLE mails (
  route_key uuid NOT NULL,
  mail_id uuid NOT NULL,
  env_id int NOT NULL,
  -- Which template: delivery/mail-templates.ts.
  kind text NOT NULL,
  -- due, sent, given_up, or withheld: asked for once too often, and never sent.
  state text NOT NULL,
  -- Recipient, language and what the template needs, with links; null as soon as it is not needed any more.
  sealed bytea,
  attempts int NOT NULL,
  created_at timestamptz(3) NOT NULL,
  -- When to try next, or until when somebody is at it; null once it is over.
  due_at timestamptz(3),
  give_up_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  -- What the person got, with placeholders for links (shown_texts), and what the mail server said to it.
  text_sha256 text,
  smtp_reply text,
  PRIMARY KEY (route_key, mail_id)
);
-- Serves the look for mails that are due, once a minute.
CREATE INDEX mails_due ON mails (due_at);

-- A link in a mail whose button proves the mailbox. Its id is the mail's.
CREATE TABLE confirmations (
  route_key uuid NOT NULL,
  confirmation_id uuid NOT NULL,
  env_id int NOT NULL,
  -- What is confirmed: domain/confirmation.ts.
  kind text NOT NULL,
  -- Keyed hash of kind, exact address and what is asked: a newer one supersedes an older one of the same matter.
  matter bytea NOT NULL,
  -- SHA-256 of the 256 random bits in the link.
  token_hash bytea NOT NULL,
  -- pending, confirming, confirmed, rejected or superseded.
  state text NOT NULL,
  -- The address and all that confirming needs; null once it is over.
  sealed bytea,
  created_at timestamptz(3) NOT NULL,
  -- How long it holds, counted from when the mail was handed over.
  lifetime_seconds int NOT NULL,
  ended_at timestamptz(3),
  -- Public id of what came of it.
  outcome text,
  PRIMARY KEY (route_key, confirmation_id)
);

-- Words that people were shown, by content, so that evidence can name them: route_key is HMAC(environment, 't' 00 hash).
CREATE TABLE shown_texts (
  route_key uuid NOT NULL PRIMARY KEY,
  env_id int NOT NULL,
  sha256 text NOT NULL,
  content bytea NOT NULL,
  created_at timestamptz(3) NOT NULL
);
