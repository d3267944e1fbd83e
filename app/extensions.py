"""Extensions, made bare here and bound to the application in `create_app`."""

from flask_jwt_extended import JWTManager
from flask_migrate import Migrate

from app.api import Api
from app.db import db

__all__ = ["api", "db", "jwt", "migrate"]

migrate = Migrate()
jwt = JWTManager()
api = Api()
