<?php
define( 'DB_NAME', 'forum' );
define( 'DB_USER', 'forum' );
define( 'DB_PASSWORD', '{{secret:password:40}}' );
define( 'DB_HOST', 'db.example.com' );

define( 'AUTH_KEY',        '{{secret:salt:41}}' );
define( 'NONCE_SALT',      'put your unique phrase here' );
$table_prefix = 'wp_';
define( 'WP_DEBUG', true );
define( 'DISALLOW_FILE_EDIT', true );
