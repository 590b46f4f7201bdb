<?php
/**
 * The columns of each table, with what a row is and who writes it.
 *
 * @package ArtworkRegistry
 */

namespace ArtworkRegistry\Store;

final class Table_Columns {
	/**
	 * Columns per table, in the exact spelling dbDelta wants (two spaces after PRIMARY KEY).
	 *
	 * @return array<string, string>
	 */
	public static function all(): array {
		return array(
			// A row: "look at this work again". Written on save, read by the sync service; `revision` only grows and
			// `acked_revision` only follows it. `waiting` is revision > acked_revision, kept for the index. `was_sent`: the
			// sync service has had this work once. `tombstone` is "deleted" once the post is gone, `title` then names it.
			// `recheck_at`: the unix second at which the work waits again by itself, because a planned price begins or ends.
			'outbox'       => 'external_id bigint(20) unsigned NOT NULL,
source varchar(40) NOT NULL,
revision bigint(20) unsigned NOT NULL DEFAULT 1,
acked_revision bigint(20) unsigned NOT NULL DEFAULT 0,
waiting tinyint(1) NOT NULL DEFAULT 1,
was_sent tinyint(1) NOT NULL DEFAULT 0,
changed_at bigint(20) unsigned NOT NULL,
tombstone varchar(20) DEFAULT NULL,
title varchar(255) DEFAULT NULL,
recheck_at bigint(20) unsigned DEFAULT NULL,
PRIMARY KEY  (external_id),
KEY waiting_changed (waiting, changed_at),
KEY recheck_at (recheck_at)',
			// A row: what the owner chose (`chosen`: -1 stop updating, 0 undecided, 1 register) and what the registry confirmed
			// (`state`, for `confirmed_revision`). `barred`: a rule of the site's own code keeps the work out (Site_Rules). `activity` is
			// queued or sending while the sync service works on it.
			// look_*: the group of possible duplicates that a held work belongs to, its size, and one of its works that the registry has;
			// the owner's choice for the group (one, number, none), when it was made (unix ms) and which work it kept. They stay after
			// the choice, so that it can be undone and no number is given twice. `duplicate_was`: the value of `chosen` before the choice,
			// where the choice came before the first registration. copy_*: "3 of 300", added to the title.
			'status'       => 'external_id bigint(20) unsigned NOT NULL,
chosen tinyint(2) NOT NULL DEFAULT 0,
barred tinyint(1) NOT NULL DEFAULT 0,
state varchar(20) DEFAULT NULL,
activity varchar(20) DEFAULT NULL,
registry_id varchar(64) DEFAULT NULL,
public_page text DEFAULT NULL,
confirmed_revision bigint(20) unsigned NOT NULL DEFAULT 0,
confirmed_at bigint(20) unsigned DEFAULT NULL,
matched_on varchar(40) DEFAULT NULL,
shows longtext DEFAULT NULL,
error longtext DEFAULT NULL,
held_reason varchar(20) DEFAULT NULL,
duplicate_group varchar(40) DEFAULT NULL,
duplicate_size int(10) unsigned DEFAULT NULL,
duplicate_known bigint(20) unsigned DEFAULT NULL,
duplicate_choice varchar(20) DEFAULT NULL,
duplicate_chosen_at bigint(20) unsigned DEFAULT NULL,
duplicate_keeper bigint(20) unsigned DEFAULT NULL,
duplicate_was tinyint(2) DEFAULT NULL,
copy_number int(10) unsigned DEFAULT NULL,
copy_size int(10) unsigned DEFAULT NULL,
PRIMARY KEY  (external_id),
KEY chosen_id (chosen, external_id),
KEY state_id (state, external_id),
KEY duplicate_group (duplicate_group, external_id),
KEY registry_id (registry_id)',
			// A row: one large job; `changes` walks it by post id. It is deleted at its end. `last_id`: the last post of the site when it was given.
			// `held_at` (unix seconds): since when it waits at its end for posts that were there then; 0: it does not.
			'jobs'         => 'id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
kind varchar(20) NOT NULL,
cursor_id bigint(20) unsigned NOT NULL DEFAULT 0,
done bigint(20) unsigned NOT NULL DEFAULT 0,
total bigint(20) unsigned NOT NULL DEFAULT 0,
last_id bigint(20) unsigned NOT NULL DEFAULT 0,
held_at bigint(20) unsigned NOT NULL DEFAULT 0,
PRIMARY KEY  (id)',
			// A row: an order of the owner that the sync service has not done yet. external_id 0: all works.
			'commands'     => 'id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
name varchar(20) NOT NULL,
external_id bigint(20) unsigned NOT NULL DEFAULT 0,
created_at bigint(20) unsigned NOT NULL,
PRIMARY KEY  (id),
UNIQUE KEY order_once (name, external_id)',
			// A row: one line of the activity list, newest 500 kept. delivery_id makes a repeated delivery one line.
			'events'       => 'id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
delivery_id varchar(100) NOT NULL,
type varchar(60) NOT NULL,
created_at bigint(20) unsigned NOT NULL,
external_id bigint(20) unsigned NOT NULL DEFAULT 0,
registry_id varchar(64) DEFAULT NULL,
detail text DEFAULT NULL,
PRIMARY KEY  (id),
UNIQUE KEY delivery_id (delivery_id)',
			// A row: a delivery of the registry, as it came (body in base64), until the sync service has it. `seal` is the hash of
			// its id and signature: a repeated delivery is one row.
			'inbox'        => 'id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
seal char(64) NOT NULL,
headers text NOT NULL,
body mediumtext NOT NULL,
received_at bigint(20) unsigned NOT NULL,
PRIMARY KEY  (id),
UNIQUE KEY seal (seal)',
			// A row: what a look at a work before its first publication found. `problems`: fields the registry would refuse, by
			// commas; '' none. `look`: the beginning of its fingerprint, the same for possible duplicates. Looked at again when the outbox
			// has another `revision` or `changed_at` than at the check; `checked_at` (unix ms) names the check. `name_look`: the same as `look`,
			// of title and artist alone.
			// `joined` 1: several values became one artist, title or year, and the owner has not said that this is meant.
			// `artist`: the artist as the mapping reads it, `artist_key` its hash, since databases take some different spellings for equal.
			// What the sync service found of it in the registry, null until it answers: `found` own, near, other, conflict or none, `found_by`
			// list, match or owner, or asked: it was a question in a former registry; the record's Art ID, page, and what it shows. `sampled` 1: the
			// owner wants it looked up, 3: it was begun, 2: it was looked up or cannot be.
			'checks'       => 'external_id bigint(20) unsigned NOT NULL,
eligible tinyint(1) NOT NULL DEFAULT 0,
problems varchar(255) NOT NULL,
joined tinyint(1) NOT NULL DEFAULT 0,
look char(16) DEFAULT NULL,
name_look char(16) DEFAULT NULL,
artist varchar(200) DEFAULT NULL,
artist_key char(16) DEFAULT NULL,
checked_at bigint(20) unsigned NOT NULL,
revision bigint(20) unsigned NOT NULL,
changed_at bigint(20) unsigned NOT NULL,
found varchar(12) DEFAULT NULL,
found_by varchar(12) DEFAULT NULL,
matched_on varchar(40) DEFAULT NULL,
registry_id varchar(64) DEFAULT NULL,
public_page text DEFAULT NULL,
shows text DEFAULT NULL,
sampled tinyint(1) NOT NULL DEFAULT 0,
PRIMARY KEY  (external_id),
KEY look (look, external_id),
KEY found (found, external_id),
KEY artist_key (artist_key, external_id)',
			// A row: a day of the site's calendar, and how many works were registered, became sold or were updated in the registry on it.
			// Counted when the sync service reports, so that no screen has to count.
			'days'         => 'day date NOT NULL,
registered int(10) unsigned NOT NULL DEFAULT 0,
sold int(10) unsigned NOT NULL DEFAULT 0,
updated int(10) unsigned NOT NULL DEFAULT 0,
PRIMARY KEY  (day)',
			// A row: the featured image of a post, an attachment. Written when it is set, and corrected when the sync service reads the work.
			'pictures'     => 'external_id bigint(20) unsigned NOT NULL,
picture bigint(20) unsigned NOT NULL,
PRIMARY KEY  (external_id),
KEY picture (picture)',
			// A row: a certificate that was asked for; its states stand in Certificates. `once` names the occasion, so that a line of an
			// order has one certificate. `asked` counts how often the sync service was asked while many wait.
			'certificates' => 'id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
once varchar(80) NOT NULL,
wire_id varchar(40) NOT NULL,
external_id bigint(20) unsigned NOT NULL,
order_id bigint(20) unsigned NOT NULL DEFAULT 0,
state varchar(20) NOT NULL,
asked int(10) unsigned NOT NULL DEFAULT 0,
edition_number int(10) unsigned DEFAULT NULL,
edition_size int(10) unsigned DEFAULT NULL,
note text DEFAULT NULL,
code varchar(60) DEFAULT NULL,
certificate_id varchar(64) DEFAULT NULL,
public_page text DEFAULT NULL,
registry_id varchar(64) DEFAULT NULL,
created_at bigint(20) unsigned NOT NULL,
issued_at bigint(20) unsigned DEFAULT NULL,
withdrawn_at bigint(20) unsigned DEFAULT NULL,
reason text DEFAULT NULL,
PRIMARY KEY  (id),
UNIQUE KEY once (once),
KEY wire_id (wire_id),
KEY external_id (external_id),
KEY order_id (order_id),
KEY state_asked (state, asked)',
			// A row: a nonce of a signed request, refused for ten minutes.
			'nonces'       => 'nonce char(32) NOT NULL,
seen_at bigint(20) unsigned NOT NULL,
PRIMARY KEY  (nonce),
KEY seen_at (seen_at)',
		);
	}
}
