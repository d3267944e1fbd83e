"""Extensions, made bare here and bound to the application in `create_app`."""

from flask_jwt_extended import JWTManager

from app.core.db.base import db
from app.core.http.api import Api

__all__ = ["api", "db", "jwt"]

jwt = JWTManager()
api = Api()
