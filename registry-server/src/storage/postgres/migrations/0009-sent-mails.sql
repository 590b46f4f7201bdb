-- Which e-mails were sent, so that each is sent once.

-- A row is one e-mail, by what it tells: "access request ID arrived". Written after the mail server took it; removed after a year.
CREATE TABLE sent_mails (
  key text COLLATE "C" PRIMARY KEY,
  sent_at bigint NOT NULL
);
