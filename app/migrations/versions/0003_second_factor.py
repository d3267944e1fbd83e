"""second factor; the vault's texts as envelopes."""

import base64
import secrets

import sqlalchemy as sa
from alembic import op
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from flask import current_app

from app.core.db.row_security import protect

revision = '0003'
down_revision = '0002'
branch_labels = None
depends_on = None

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
BATCH = 1000
NONCE = 12


def upgrade():
    """Go up."""
    op.create_table('second_factor',
    sa.Column('id', BIG, autoincrement=False, nullable=False),
    sa.Column('workspace_id', BIG, nullable=False),
    sa.Column('user_id', BIG, nullable=False),
    sa.Column('seed', sa.Text(), nullable=False),
    sa.Column('last_counter', BIG, nullable=False),
    sa.Column('created_at', sa.DateTime(), nullable=False),
    sa.ForeignKeyConstraint(['workspace_id'], ['workspace.id'], name=op.f('fk_second_factor_workspace_id')),
    sa.ForeignKeyConstraint(['workspace_id', 'user_id'], ['user.workspace_id', 'user.id'], name=op.f('fk_second_factor_workspace_id_user_id')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_second_factor')),
    sa.UniqueConstraint('workspace_id', 'id', name=op.f('uq_second_factor_workspace_id_id'))
    )
    op.create_index('uq_second_factor_user', 'second_factor', ['workspace_id', 'user_id'], unique=True)
    op.create_table('recovery_code',
    sa.Column('id', BIG, autoincrement=False, nullable=False),
    sa.Column('workspace_id', BIG, nullable=False),
    sa.Column('user_id', BIG, nullable=False),
    sa.Column('digest', sa.String(length=64), nullable=False),
    sa.Column('used_at', sa.DateTime(), nullable=True),
    sa.ForeignKeyConstraint(['workspace_id'], ['workspace.id'], name=op.f('fk_recovery_code_workspace_id')),
    sa.ForeignKeyConstraint(['workspace_id', 'user_id'], ['user.workspace_id', 'user.id'], name=op.f('fk_recovery_code_workspace_id_user_id')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_recovery_code')),
    sa.UniqueConstraint('workspace_id', 'id', name=op.f('uq_recovery_code_workspace_id_id'))
    )
    op.create_index('uq_recovery_code', 'recovery_code', ['workspace_id', 'user_id', 'digest'], unique=True)
    protect(op.get_bind(), ('second_factor', 'recovery_code'))
    # Tables that others point at are altered in place: SQLite cannot drop and make them anew while they are pointed at.
    op.add_column('user', sa.Column('second_factor_at', sa.DateTime(), nullable=True))
    op.add_column('workspace', sa.Column('second_factor_required', sa.Boolean(), server_default=sa.false(), nullable=False))

    # Kept answers are sealed from here on; they live a day, and nobody misses those of today.
    op.execute("DELETE FROM idempotent_call")
    op.add_column('vault_text', sa.Column('envelope', sa.Text(), nullable=True))
    _convert(_enveloped, ('key_id', 'sealed'), ('envelope',))
    with op.batch_alter_table('vault_text', schema=None) as batch_op:
        batch_op.drop_column('key_id')
        batch_op.drop_column('sealed')
        batch_op.alter_column('envelope', new_column_name='sealed', existing_type=sa.Text(), nullable=False)


def downgrade():
    """Go down."""
    op.add_column('vault_text', sa.Column('key_id', sa.String(length=20), nullable=True))
    op.add_column('vault_text', sa.Column('bytes', sa.LargeBinary(), nullable=True))
    _convert(_bare, ('sealed',), ('key_id', 'bytes'))
    with op.batch_alter_table('vault_text', schema=None) as batch_op:
        batch_op.drop_column('sealed')
        batch_op.alter_column('key_id', existing_type=sa.String(length=20), nullable=False)
        batch_op.alter_column('bytes', new_column_name='sealed', existing_type=sa.LargeBinary(), nullable=False)
    op.execute("DELETE FROM idempotent_call")
    op.drop_column('workspace', 'second_factor_required')
    op.drop_column('user', 'second_factor_at')
    op.drop_table('recovery_code')
    op.drop_table('second_factor')


def _convert(change, before, after):
    """Write some columns of every text of the vault anew from others, a batch at a time."""
    bind, last = op.get_bind(), 0
    names = ('id', 'workspace_id', 'message_id', *before, *after)
    types = {'sealed': sa.Text() if 'envelope' not in after else sa.LargeBinary(), 'bytes': sa.LargeBinary()}
    table = sa.table('vault_text', *(sa.column(name, types.get(name)) for name in names))
    while True:
        read = sa.select(table).where(table.c.id > last).order_by(table.c.id).limit(BATCH)
        rows = bind.execute(read).all()
        if not rows:
            return
        for row in rows:
            bind.execute(sa.update(table).where(table.c.id == row.id).values(dict(zip(after, change(row), strict=True))))
        last = rows[-1].id


def _key(key_id):
    """One of the installation's data keys."""
    keys = dict(current_app.config["SETTINGS"].data_keys)
    if key_id not in keys:
        raise RuntimeError(f"DATA_KEYS lacks the key {key_id!r}, under which texts of the vault are kept.")
    return AESGCM(keys[key_id])


def _enveloped(row):
    """A text of the vault as an envelope, bound to its own row."""
    nonce, body = row.sealed[:NONCE], row.sealed[NONCE:]
    clear = _key(row.key_id).decrypt(nonce, body, f"vault_text:sealed:{row.workspace_id}:{row.message_id}".encode())
    nonce = secrets.token_bytes(NONCE)
    body = _key(row.key_id).encrypt(nonce, clear, f"vault_text:sealed:{row.workspace_id}:{row.id}".encode())
    return (f"v1:{row.key_id}:{base64.b64encode(nonce).decode()}:{base64.b64encode(body).decode()}",)


def _bare(row):
    """An envelope as key and bytes, bound to its message."""
    _, key_id, nonce, body = row.sealed.split(":")
    raw = base64.b64decode(nonce), base64.b64decode(body)
    clear = _key(key_id).decrypt(*raw, f"vault_text:sealed:{row.workspace_id}:{row.id}".encode())
    nonce = secrets.token_bytes(NONCE)
    place = f"vault_text:sealed:{row.workspace_id}:{row.message_id}".encode()
    return key_id, nonce + _key(key_id).encrypt(nonce, clear, place)
